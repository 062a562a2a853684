/** Debian's Chromium, driven by playwright-core from test/services; only what the tests use of it has types here. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { packageRoot } from '../../domain/package-root.ts'
import { home, missing } from './service.ts'

const require = createRequire(join(home, 'package.json'))
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

/** Of a loaded machine: long, because every wait ends as soon as what it waits for is there. */
export const waitMs = 90_000

export interface Locator {
  click: (options?: object) => Promise<void>
  fill: (text: string) => Promise<void>
  press: (key: string) => Promise<void>
  check: () => Promise<void>
  focus: () => Promise<void>
  count: () => Promise<number>
  first: () => Locator
  last: () => Locator
  nth: (index: number) => Locator
  locator: (selector: string) => Locator
  filter: (options: { hasText?: string | RegExp }) => Locator
  getByRole: Page['getByRole']
  getByLabel: Page['getByLabel']
  getByText: Page['getByText']
  textContent: () => Promise<string | null>
  getAttribute: (name: string) => Promise<string | null>
  inputValue: () => Promise<string>
  setInputFiles: (file: { name: string, mimeType: string, buffer: Buffer }) => Promise<void>
  waitFor: (options?: { state?: 'attached' | 'detached' | 'visible' | 'hidden' }) => Promise<void>
  isVisible: () => Promise<boolean>
  boundingBox: () => Promise<{ x: number, y: number, width: number, height: number } | null>
}

export interface Page {
  goto: (url: string) => Promise<unknown>
  reload: () => Promise<unknown>
  url: () => string
  content: () => Promise<string>
  locator: (selector: string) => Locator
  getByRole: (role: string, options?: { name?: string | RegExp, exact?: boolean }) => Locator
  getByLabel: (text: string | RegExp, options?: { exact?: boolean }) => Locator
  getByText: (text: string | RegExp, options?: { exact?: boolean }) => Locator
  evaluate: <T = unknown>(script: string) => Promise<T>
  waitForFunction: (script: string) => Promise<unknown>
  waitForResponse: (
    matches: (response: { url: () => string, request: () => { method: () => string } }) => boolean
  ) => Promise<{ status: () => number }>
  screenshot: (options: { path: string, fullPage?: boolean, animations?: 'disabled' }) => Promise<unknown>
  setViewportSize: (size: { width: number, height: number }) => Promise<void>
  emulateMedia: (media: { colorScheme: 'light' | 'dark' }) => Promise<void>
  keyboard: {
    press: (key: string) => Promise<void>
    down: (key: string) => Promise<void>
    up: (key: string) => Promise<void>
  }
  mouse: {
    move: (x: number, y: number) => Promise<void>
    down: () => Promise<void>
    up: () => Promise<void>
  }
  on: (
    event: 'console' | 'pageerror' | 'request',
    listener: (what: { type: () => string, text: () => string, message: string, url: () => string }) => void
  ) => void
  route: (
    url: RegExp | string,
    answer: (route: {
      fulfill: (answer: { status?: number, json: unknown }) => Promise<void>
      continue: () => Promise<void>
    }) => Promise<void>
  ) => Promise<void>
  close: () => Promise<void>
}

export interface Context {
  newPage: () => Promise<Page>
  addInitScript: (script: string) => Promise<void>
  setDefaultTimeout: (ms: number) => void
  close: () => Promise<void>
}

export interface Browser {
  newContext: (options?: object) => Promise<Context>
  close: () => Promise<void>
}

/** Null when the dashboard can be driven here. */
export function browserMissing (): string | null {
  if (chromium === undefined) return missing('There is no Chromium in /usr/bin.')
  if (!existsSync(join(home, 'node_modules', 'playwright-core'))) {
    return missing('playwright-core is not installed in test/services.')
  }
  return existsSync(join(packageRoot, 'dashboard', 'dist', 'index.html'))
    ? null
    : missing('The dashboard is not built.')
}

export async function startBrowser (t: { teardown: (undo: () => Promise<void>) => void }): Promise<Browser> {
  const playwright = require('playwright-core') as { chromium: { launch: (options: object) => Promise<Browser> } }
  const browser = await playwright.chromium.launch({
    executablePath: chromium,
    timeout: waitMs,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu']
  })
  t.teardown(async () => {
    await browser.close()
  })
  return browser
}

/** Waits until it says so: what a page shows comes in parts, and one look at it is a race. */
export async function says (where: Locator, words: RegExp): Promise<void> {
  await where.filter({ hasText: words }).first().waitFor()
}

/** Waits until nothing of it is there. */
export async function gone (what: Locator): Promise<void> {
  await what.first().waitFor({ state: 'detached' })
}

/** A page in a context of its own, and everything it complained of: errors, and what its policy forbade. */
export async function openContext (browser: Browser, options: object = {}) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 860 }, ...options })
  context.setDefaultTimeout(waitMs)
  const complaints: string[] = []
  return {
    context,
    complaints,
    async newPage (): Promise<Page> {
      const page = await context.newPage()
      page.on('pageerror', error => complaints.push(error.message))
      page.on('console', message => {
        if (/Content Security Policy/i.test(message.text())) complaints.push(message.text())
      })
      return page
    }
  }
}

interface AxeFinding {
  id: string
  impact: string | null
  nodes: Array<{ html: string, failureSummary?: string }>
}

/** What axe finds serious or critical on the page as it stands, in words. */
export async function seriousFindings (page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'))
  const { violations } = await page.evaluate<{ violations: AxeFinding[] }>(
    "axe.run(document, { resultTypes: ['violations'] })"
  )
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) =>
      `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join('; ')}`
    )
}
