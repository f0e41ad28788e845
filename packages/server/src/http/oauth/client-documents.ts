import { ProblemError } from '@repertoire/core/base'
import { parseAllowList } from '../../platform/outbound/allow-list.ts'

const limits = { redirects: 0, timeMs: 5_000, connectMs: 3_000, bytes: 64 * 1024 }

/** Reads descriptions of apps from the public Internet; nothing else can be reached. */
export function createClientDocuments(options: {
  readonly outboundAllow: readonly string[]
  readonly version: string
}): (url: string) => Promise<unknown> {
  return async (url) => {
    const { createGuardedFetch } = await import('../../platform/outbound/guarded-fetch.ts')
    const { entries: allow } = parseAllowList(options.outboundAllow.join(','))
    const userAgent = `Repertoire/${options.version}`
    const guarded = createGuardedFetch({ userAgent, allow, limits })
    try {
      const headers = { accept: 'application/json' }
      const response = await guarded.fetch(url, { headers, redirect: 'error' })
      if (response.status !== 200) throw noDocument()
      return JSON.parse(await response.text())
    } catch (error) {
      if (error instanceof SyntaxError) throw noDocument()
      throw error
    } finally {
      await guarded.close()
    }
  }
}

function noDocument(): ProblemError {
  return new ProblemError({
    code: 'app.unreadable-client',
    kind: 'invalid',
    message: 'There is no description of the app at its client_id.',
    hint: 'Contact the developer of the app.',
  })
}
