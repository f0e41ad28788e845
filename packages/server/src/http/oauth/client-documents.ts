import { ProblemError } from '@repertoire/core/base'
import { createNetwork, type NetworkOptions } from '../../platform/outbound/network.ts'

const limits = { redirects: 0, timeMs: 5_000, connectMs: 3_000, bytes: 64 * 1024 }

/** Reads descriptions of apps from the public Internet; nothing else can be reached. */
export function createClientDocuments(options: NetworkOptions): (url: string) => Promise<unknown> {
  return async (url) => {
    const network = createNetwork(options, limits)
    try {
      const headers = { accept: 'application/json' }
      const response = await network.fetch(url, { headers, redirect: 'error' })
      if (response.status !== 200) throw noDocument()
      return JSON.parse(await response.text())
    } catch (error) {
      if (error instanceof SyntaxError) throw noDocument()
      throw error
    } finally {
      await network.close()
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
