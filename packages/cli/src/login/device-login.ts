import { spawn } from 'node:child_process'
import { type DeviceCodeBody, RepertoireClient, RepertoireError } from '@repertoire/client'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError } from '../command/exit-codes.ts'
import { toCommandError } from '../connection/api.ts'
import { fetchThere } from '../connection/fetch-there.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

export interface AskedKey {
  readonly url: string
  /** Shown on the page. */
  readonly device: string
  readonly scopes: readonly string[] | undefined
  readonly opensBrowser: boolean
}

export type KeyAnswer =
  | {
      readonly is: 'granted'
      readonly key: string
      readonly keyId: string
      readonly expiresAt: string | null
    }
  | { readonly is: 'denied' | 'expired' | 'interrupted' }

/** Shows a code, opens the page where a person confirms it, and waits for the key. */
export async function askForKey(asked: AskedKey, context: CommandContext): Promise<KeyAnswer> {
  const { url, device: name, scopes } = asked
  const client = new RepertoireClient({ baseUrl: url, fetch: fetchThere })
  const stopping = new AbortController()
  const release = context.onInterrupt(() => stopping.abort())
  try {
    // The server says which scopes there are.
    const request = { name, ...(scopes && { scopes: [...scopes] as never }) }
    const code = await client.session.startDeviceLogin(request)
    showCode(code, asked, context)
    return await waitForKey(client, code, stopping.signal)
  } catch (error) {
    if (!(error instanceof RepertoireError)) throw error
    if (error.code === 'request.unknown-path') {
      throw new CommandError(
        `The server at ${url} is too old for a login by code.`,
        'Make a key on its page under Settings, and use --with-key.',
      )
    }
    throw toCommandError(error, url)
  } finally {
    release()
  }
}

function showCode(
  { user_code: code, verification_path: path }: DeviceCodeBody,
  { url, opensBrowser }: AskedKey,
  { terminal, input }: CommandContext,
): void {
  const page = addressOf(url, path)
  terminal.note(`Open ${page}`)
  terminal.note(`and confirm the code ${sanitizeText(code)}`)
  if (opensBrowser && input.isTerminal) openBrowser(page)
}

/** Below the server's own path; whatever the server says, no other address is opened. */
function addressOf(url: string, path: string): string {
  const page = new URL(`${url}/`)
  const asked = new URL(path, 'http://server')
  page.pathname += asked.pathname.slice(1)
  page.search = asked.search
  return page.href
}

function openBrowser(page: string): void {
  const [program, ...args] = browserCommands[process.platform] ?? ['xdg-open']
  const child = spawn(program ?? 'xdg-open', [...args, page], { stdio: 'ignore', detached: true })
  // Without a browser the address is printed already.
  child.on('error', () => undefined).unref()
}

const browserCommands: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

async function waitForKey(
  client: RepertoireClient,
  { device_code: deviceCode, interval_seconds: seconds }: DeviceCodeBody,
  signal: AbortSignal,
): Promise<KeyAnswer> {
  while (!signal.aborted) {
    const token = await client.session.deviceToken(deviceCode)
    if (token.status === 'granted') {
      const { key, key_id: keyId, expires_at: expiresAt } = token
      return { is: 'granted', key, keyId, expiresAt }
    }
    if (token.status !== 'pending') return { is: token.status }
    await pause(seconds * 1000, signal)
  }
  return { is: 'interrupted' }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
