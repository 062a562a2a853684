/**
 * A cross-encoder's folder in the usual Hugging Face layout: which files are used, and what `config.json` says of
 * them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Reranker } from '../../../domain/capabilities/reranker.ts'

export interface ModelFolder {
  /** For logs and `Reranker.model`. */
  name: string
  onnxFile: string
  tokenizerFile: string
  tokenizerConfigFile: string | null
  padId: number
  /** Tokens of one pair, markers included; longer documents are judged by their beginning. */
  longestPair: number
  calibration: Reranker['calibration']
}

interface Config {
  _name_or_path?: string
  name?: string
  pad_token_id?: number
  max_position_embeddings?: number
  num_labels?: number
  id2label?: Record<string, string>
  /** Ours: see models/reranker/README.md. */
  calibration?: { slope?: number, intercept?: number, a?: number, b?: number, no_relevant_below?: number }
  no_relevant_below?: number
}

/**
 * Facts are short; a page stored word for word is judged by its first two hundred words rather than slowing every
 * search.
 */
const longestPair = 256
/** Quantised before whole: the same order of hits for a fraction of the time. */
export const graphNames = [
  'model_quantized',
  'model_int8',
  'model_uint8',
  ...(process.arch === 'arm64' ? ['model_qint8_arm64'] : ['model_quint8_avx2', 'model_qint8_avx2']),
  'model',
  'model_optimized'
]

/** Throws an `Error` whose message completes "… cannot be used: ". */
export function readModelFolder (folder: string): ModelFolder {
  if (!existsSync(folder)) throw new Error('there is no such folder')
  const tokenizerFile = required(folder, 'tokenizer.json')
  const tokenizerConfigFile = join(folder, 'tokenizer_config.json')
  const config = JSON.parse(readFileSync(required(folder, 'config.json'), 'utf8')) as Config
  const labels = config.num_labels ?? Object.keys(config.id2label ?? { 0: '' }).length
  if (labels !== 1) throw new Error(`its config.json names ${labels} labels, where a reranker gives one score a pair`)
  return {
    name: config.name ?? (config._name_or_path || basename(folder)),
    onnxFile: chooseGraph(folder),
    tokenizerFile,
    tokenizerConfigFile: existsSync(tokenizerConfigFile) ? tokenizerConfigFile : null,
    padId: config.pad_token_id ?? 0,
    // Two positions fewer: the RoBERTa family counts them from two.
    longestPair: Math.min(longestPair, (config.max_position_embeddings ?? 512) - 2),
    calibration: calibrationOf(config)
  }
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

function calibrationOf ({ calibration, no_relevant_below: beside }: Config): Reranker['calibration'] {
  const slope = calibration?.slope ?? calibration?.a
  const intercept = calibration?.intercept ?? calibration?.b
  if (slope === undefined || intercept === undefined) return null
  return { slope, intercept, noRelevantBelow: calibration?.no_relevant_below ?? beside ?? 0 }
}
