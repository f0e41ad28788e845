import type { WebReader } from '@repertoire/core/ports'
import type { GuardedFetch } from './guarded-fetch.ts'
import { outboundProblem } from './outbound-problems.ts'
import { readablePage } from './readable-page.ts'

export interface WebReaderOptions {
  readonly fetch: GuardedFetch['fetch']
  /** Limit of the text of one page in UTF-16 units. */
  readonly characters?: number
}

const accept =
  'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, application/json;q=0.8, */*;q=0.1'

/** Reads pages through the guarded fetch. Throws ProblemError `outbound.*`. An abort is rethrown as it is. */
export function createWebReader({ fetch, characters = 50_000 }: WebReaderOptions): WebReader {
  return {
    read: async (url, { signal, redirects }) => {
      const response = await fetch(url, {
        ...{ headers: { accept }, signal },
        stayOnHost: redirects === 'same-host',
      })
      if (!response.ok) {
        await response.body?.cancel()
        throw badStatus(response)
      }
      return readablePage(response, { limit: characters, signal })
    },
  }
}

function badStatus({ status, url }: Response) {
  return outboundProblem('outbound.bad-status', {
    message: `The page could not be had: its server answered ${status}.`,
    ...(status === 404 || status === 410 ? { hint: 'Check the address.' } : {}),
    details: { status, host: new URL(url).host },
  })
}
