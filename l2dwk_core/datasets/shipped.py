"""The tables that come with the package: where they lie and what their content must be."""

from __future__ import annotations

from pathlib import Path

FILES = Path(__file__).parent / "files"

# SHA-256 of each table's CSV text (not of the compressed file, which depends on the compressor).
SHA256: dict[str, str] = {
    "audiology": "e1f9b18509e8710e7f01891de15f7e8dd545ae583e57ffa39805d1b3b581a373",
    "auto-mpg": "59d6d53365a0f0c14b4ffcf165ad8fcc65eff35d42e14d250144c69d1071bf04",
    "autos": "d5e37ff1adcf2fb2fa148ee4a4b72370a47f2543ac35b3d854bf54c691283888",
    "breast-cancer": "8eb0fc69725ef40807867051d3aa93f4b20c8e5ddc1dcf4a778ae7be3469b550",
    "bridges2": "4f8de9f4b2e53fe90a52228f3738d7f01ee7be77b2c55476bc50e84691d4cc6a",
    "clean1": "5bd520451cd2b62e6d13e6bee8f2e549b377191a5b225428b7c884865be16ade",
    "colic": "5de65678e25d21f64e0c96460b974e73fddd7fe6d49c70fff48fae05d177583b",
    "credit-a": "8c8d1bf2a0ff4f6ff494205328be6829f9eabf73f67319ed6b572bc9cf34ddce",
    "diabetes": "c1c563acdbe2ab79a7bd3f66c91a0a9c69ba9804822563c09bedfc47068a2771",
    "echocardiogram": "dbff9429193e30d073b81e462c5948735e39cb7002c56a7a1ea811861bf993a9",
    "flag": "e3ec5a186dbf8945d860818a7bf6ea19d31ecb2cb4b12e33abb16337579b6481",
    "german": "4bc0f19d76303942db4d231f826a2a663a9bf19c83436a76b1c918997ba52dae",
    "glass": "8a11242160871ebc492e868cb9cc44599f78ccc76b52bb944bb87f5e06a74d42",
    "hayes-roth": "dcb7f271b28aba588aa1a1fbebd741b03ac9a4871e37c334f2a4edbbeebdd877",
    "heart-c": "4e8b020d100a72d4de1bb06fd68dee81449234ae83045adc4a1e59543013c0f8",
    "heart-h": "9eef049974268334d276ef5669366ae46bc084f0ea4653970d2ea445f5fa76f8",
    "heart-statlog": "2d09ed8f008c9b701df8464ea18d6cb0d4b5650b2ff687517687857418248791",
    "hepatitis": "24c7accb5a2ee8cd129af1ee5a164f9d878dd61935269db852450488b6dbd419",
    "kr-vs-kp": "86aa6b9f8bcc46146c3bfccebf5e697693ac4419535f1ba5e51e83231fd55393",
    "lymph": "c8b11dbdf7c1e000be2fdab7d56d4ac790b55bc7d9ed34fb878ad686c6cd04cf",
    "machine": "4d30df03519fc36d30723557897286869ae6f8317f1ba544fc74829f8e3f31e5",
    "sonar": "958bf90cc36329020a47e8e5209406ef4e0a2cf0a4a10f4ee904b682b2650bd9",
    "vehicle": "45d094a144b07afa8ea8ff0d5c7e1b082863db66ad4e85b7403de0b9c045292c",
    "vowel": "3d1eb0f83d51c92f1db4756de440d7d0bfbe61fa3fc606fa5bfefcb20e7697f5",
    "wave40": "e1e417f08ebe4698d2af9bfd99169bdeabce8587b16311e85842373f1e56c1c7",
    "zoo": "4433d3be00424427fb9a2a0cbcbad22b23b7c2c2836de0a9249ed205d07f003a",
}


def path_of(name: str) -> Path:
    """The file of a shipped table."""
    return FILES / f"{name}.csv.gz"
