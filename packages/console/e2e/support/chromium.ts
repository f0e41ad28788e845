import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

const requirements = pathToFileURL(
  join(import.meta.dirname, '../../../../scripts/requirements.mjs'),
)
const { findChromium } = (await import(requirements.href)) as {
  findChromium: () => string | undefined
}

/** Where Chromium is on this machine; undefined when there is none. */
export const chromiumPath = findChromium()
if (!chromiumPath) console.log('skipped: Chromium (apt-get install chromium)')

/** A real browser that loads nothing by itself. */
export async function launchChromium(): Promise<Browser> {
  if (!chromiumPath) throw new Error('Chromium is missing; the tests that need it are skipped.')
  return await chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
