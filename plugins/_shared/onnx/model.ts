/** The folder of an ONNX model in the usual Hugging Face layout: which of its files are used. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface ModelFolder {
  /** For logs and `Reranker.model`. */
  name: string
  onnxFile: string
  tokenizerFile: string
  tokenizerConfigFile: string | null
  padId: number
  /** Tokens of one pair, markers included; longer texts are judged by their beginning. */
  longestPair: number
}

export interface ModelConfig {
  _name_or_path?: string
  name?: string
  pad_token_id?: number
  max_position_embeddings?: number
}

/** Quantised before whole: the same order of hits for a fraction of the time. */
export const graphNames = [
  'model_quantized',
  'model_int8',
  'model_uint8',
  ...(process.arch === 'arm64' ? ['model_qint8_arm64'] : ['model_quint8_avx2', 'model_qint8_avx2']),
  'model',
  'model_optimized'
]

/** `longestPair` at most. Throws an `Error` whose message completes "… cannot be used: ". */
export function readFolder<Config extends ModelConfig> (
  folder: string,
  longestPair: number
): { model: ModelFolder, config: Config } {
  if (!existsSync(folder)) throw new Error('there is no such folder')
  const tokenizerFile = required(folder, 'tokenizer.json')
  const tokenizerConfigFile = join(folder, 'tokenizer_config.json')
  const config = JSON.parse(readFileSync(required(folder, 'config.json'), 'utf8')) as Config
  const model = {
    name: config.name ?? (config._name_or_path || basename(folder)),
    onnxFile: chooseGraph(folder),
    tokenizerFile,
    tokenizerConfigFile: existsSync(tokenizerConfigFile) ? tokenizerConfigFile : null,
    padId: config.pad_token_id ?? 0,
    // Two positions fewer: the RoBERTa family counts them from two.
    longestPair: Math.min(longestPair, (config.max_position_embeddings ?? 512) - 2)
  }
  return { model, config }
}

function required (folder: string, file: string): string {
  const path = join(folder, file)
  if (!existsSync(path)) throw new Error(`${file} is missing`)
  return path
}

function chooseGraph (folder: string): string {
  const graphs = [join(folder, 'onnx'), folder].flatMap(place =>
    existsSync(place)
      ? readdirSync(place).filter(file => file.endsWith('.onnx')).sort().map(file => join(place, file))
      : []
  )
  for (const name of graphNames) {
    const found = graphs.find(path => basename(path) === `${name}.onnx`)
    if (found !== undefined) return found
  }
  if (graphs[0] === undefined) throw new Error('no onnx/model*.onnx is in it')
  return graphs[0]
}
