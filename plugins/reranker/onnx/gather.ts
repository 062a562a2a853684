/**
 * Collects the files of a reranker in one folder: copied from a folder, or downloaded from where a model is
 * published.
 */
import { createWriteStream } from 'node:fs'
import { cp, mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { graphNames } from '../../_shared/onnx/model.ts'

export async function gather (source: string, target: string): Promise<void> {
  if (/^https?:\/\//.test(source)) {
    await download(source, target)
    return
  }
  const folder = resolve(source)
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new Error(`${folder} is no folder.`)
  await cp(folder, target, { recursive: true, filter: path => !/[\\/]\.git([\\/]|$)/.test(path) })
}

/** A model's page on Hugging Face, or any URL under which the same files lie. */
async function download (source: string, target: string): Promise<void> {
  const url = new URL(source)
  const path = url.pathname.replace(/\/+$/, '').replace('/tree/', '/resolve/')
  url.pathname = url.hostname === 'huggingface.co' && !path.includes('/resolve/') ? `${path}/resolve/main` : path
  const base = url.href.replace(/\/+$/, '')

  for (const file of ['config.json', 'tokenizer.json']) {
    if (!await fetchFile(`${base}/${file}`, join(target, file))) {
      throw new Error(`${base}/${file} is not there; the URL must be the folder of a model.`)
    }
  }
  await fetchFile(`${base}/tokenizer_config.json`, join(target, 'tokenizer_config.json'))
  for (const name of graphNames) {
    const graph = `onnx/${name}.onnx`
    if (!await fetchFile(`${base}/${graph}`, join(target, graph))) continue
    // Where the weights stand beside the graph.
    await fetchFile(`${base}/${graph}_data`, join(target, `${graph}_data`))
    return
  }
  throw new Error(`${base}/onnx holds none of ${graphNames.join('.onnx, ')}.onnx.`)
}

/** False when there is no such file. */
async function fetchFile (url: string, path: string): Promise<boolean> {
  const response = await fetch(url)
  if (response.status === 404) {
    await response.body?.cancel()
    return false
  }
  if (!response.ok || response.body === null) throw new Error(`${url} answered HTTP ${response.status}.`)
  await mkdir(dirname(path), { recursive: true })
  await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(path))
  return true
}
