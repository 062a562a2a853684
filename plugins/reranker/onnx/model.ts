/** A cross-encoder's folder in the usual Hugging Face layout, and what `config.json` says of its scores. */
import type { Reranker } from '../../../domain/capabilities/reranker.ts'
import { readFolder, type ModelConfig, type ModelFolder } from '../../_shared/onnx/model.ts'

export interface RerankerFolder extends ModelFolder {
  calibration: Reranker['calibration']
}

interface Config extends ModelConfig {
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

/** Throws an `Error` whose message completes "… cannot be used: ". */
export function readModelFolder (folder: string): RerankerFolder {
  const { model, config } = readFolder<Config>(folder, longestPair)
  const labels = config.num_labels ?? Object.keys(config.id2label ?? { 0: '' }).length
  if (labels !== 1) throw new Error(`its config.json names ${labels} labels, where a reranker gives one score a pair`)
  return { ...model, calibration: calibrationOf(config) }
}

function calibrationOf ({ calibration, no_relevant_below: beside }: Config): Reranker['calibration'] {
  const slope = calibration?.slope ?? calibration?.a
  const intercept = calibration?.intercept ?? calibration?.b
  if (slope === undefined || intercept === undefined) return null
  return { slope, intercept, noRelevantBelow: calibration?.no_relevant_below ?? beside ?? 0 }
}
