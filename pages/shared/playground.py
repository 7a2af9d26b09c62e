"""What the Playground keeps between reruns."""

from __future__ import annotations

import streamlit as st

from l2dwk_core.figures import Chart
from l2dwk_core.figures.playground import playground_figure
from l2dwk_core.playground import Ground, GroundRecipe, Scene, play, prepare_ground
from l2dwk_core.settings import Settings
from pages.shared.page_choices import PlaygroundChoice

_SIZES = (51, 101)
"""Trees trained at once: a smaller number is a prefix, so that its slider trains nothing anew."""


def scene_of(choice: PlaygroundChoice) -> Scene:
    """Points, trees and rounds of a choice."""
    return _scene(ground_of(choice), _settings(choice), repr(_recipe(choice)), choice.members)


def ground_of(choice: PlaygroundChoice) -> Ground:
    """Points and trees of a choice."""
    return _ground(_recipe(choice)).prefix(choice.members)


def chart_of(choice: PlaygroundChoice) -> Chart:
    """The picture of a choice."""
    scene = scene_of(choice)
    member = min(choice.member, choice.members)
    shown = (choice.members, choice.boundaries, member if choice.boundaries else 0)
    return _chart(scene, _settings(choice), repr(_recipe(choice)), *shown)


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


@st.cache_resource(max_entries=48, show_spinner=False)
def _scene(_ground: Ground, settings: Settings, recipe: str, n_members: int) -> Scene:
    return play(_ground, settings)


@st.cache_resource(max_entries=48, show_spinner=False)
def _chart(
    _scene: Scene, settings: Settings, recipe: str, n_members: int, lines: bool, member: int
) -> Chart:
    return playground_figure(_scene, lines=lines, member=member)
