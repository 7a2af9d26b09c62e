"""What the Playground keeps between reruns."""

from __future__ import annotations

import streamlit as st

from l2dwk_core.demos.playground import (
    Ground,
    GroundRecipe,
    Scene,
    fresh_oracle_without_hold_out,
    play,
    prepare_ground,
)
from l2dwk_core.figures import Chart
from l2dwk_core.figures.playground.plane import uniform_plane, weighted_plane
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import uniform_vote
from pages.choices.page_choices import PlaygroundChoice

_SIZES = (51, 101)
"""Trees trained at once: a smaller number is a prefix, so that its slider trains nothing anew."""


def scene_of(choice: PlaygroundChoice) -> Scene:
    """Points, trees and rounds of a choice."""
    return _scene(ground_of(choice), _settings(choice), repr(_recipe(choice)), choice.members)


def ground_of(choice: PlaygroundChoice) -> Ground:
    """Points and trees of a choice."""
    return _ground(_recipe(choice)).prefix(choice.members)


def charts_of(choice: PlaygroundChoice) -> tuple[Chart, Chart]:
    """The plane under the uniform vote, and under the L2DWK vote."""
    scene = scene_of(choice)
    member = min(choice.member, choice.members) if choice.boundaries else 0
    return _charts(
        scene, _settings(choice), repr(_recipe(choice)), choice.members, choice.boundaries, member
    )


def accuracy_without_hold_out(choice: PlaygroundChoice) -> float:
    """Share of fresh points a uniform vote is right on when the trees have all points."""
    oracle = _without_hold_out(_recipe(choice)).prefix(choice.members)
    return uniform_vote(oracle).accuracy


def _recipe(choice: PlaygroundChoice) -> GroundRecipe:
    return GroundRecipe(
        shape=choice.shape,
        n_points=choice.points,
        noise=choice.noise,
        label_noise=choice.flipped,
        depth=choice.depth,
        n_members=next(size for size in _SIZES if size >= choice.members),
        seed=choice.seed,
    )


def _settings(choice: PlaygroundChoice) -> Settings:
    # A width that is not used would only make equal runs look different.
    width = {"sigma": choice.sigma} if choice.kernel == "gaussian" else {}
    return Settings(kernel=choice.kernel, lam=choice.lam, max_rounds=choice.rounds, **width)


# Keys are what things were made from; arrays are never looked at.
@st.cache_resource(max_entries=24, show_spinner=False)
def _ground(recipe: GroundRecipe) -> Ground:
    return prepare_ground(recipe)


@st.cache_resource(max_entries=24, show_spinner=False)
def _without_hold_out(recipe: GroundRecipe) -> Oracle:
    return fresh_oracle_without_hold_out(recipe)


@st.cache_resource(max_entries=48, show_spinner=False)
def _scene(_ground: Ground, settings: Settings, recipe: str, n_members: int) -> Scene:
    return play(_ground, settings)


@st.cache_resource(max_entries=48, show_spinner=False)
def _charts(
    _scene: Scene, settings: Settings, recipe: str, n_members: int, lines: bool, member: int
) -> tuple[Chart, Chart]:
    shown = {"lines": lines, "member": member}
    return uniform_plane(_scene, **shown), weighted_plane(_scene, **shown)
