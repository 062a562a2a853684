"""mem0 with `infer=False`: its vector store (Qdrant, on disk, in the process) and its own search, no LLM."""

import os
import sys
import tempfile

os.environ['MEM0_TELEMETRY'] = 'False'
os.environ['MEM0_DIR'] = folder = tempfile.mkdtemp(prefix='mem0-')

from mem0 import Memory  # noqa: E402

import lines  # noqa: E402

dimensions = int(sys.argv[2])
memory = Memory.from_config(
    {
        'vector_store': {
            'provider': 'qdrant',
            'config': {
                'path': f'{folder}/qdrant',
                'on_disk': True,
                'embedding_model_dims': dimensions,
                'collection_name': 'bench',
            },
        },
        'embedder': {
            'provider': 'openai',
            'config': {
                'model': 'all-minilm-l6-v2',
                'api_key': 'none',
                'openai_base_url': sys.argv[1],
                'embedding_dims': dimensions,
            },
        },
        'llm': {'provider': 'openai', 'config': {'model': 'none', 'api_key': 'none', 'openai_base_url': sys.argv[1]}},
        'history_db_path': f'{folder}/history.db',
    }
)


def add(user, id, text):
    memory.add([{'role': 'user', 'content': text}], user_id=user, metadata={'turn': id}, infer=False)


def search(user, query, limit):
    found = memory.search(query, filters={'user_id': user}, top_k=limit)
    return [hit['metadata']['turn'] for hit in found['results']]


lines.serve(add, search)
