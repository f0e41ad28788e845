/**
 * What people decide and what the policy of a source may decide for them: updates under `apply-clean`, versions that are
 * ignored, findings that are suppressed, signed advisories, and every way in with a content that the scan blocks.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GitServer } from '@repertoire/sources/testing'
import { startAdvisorySite } from '../../../packages/server/src/testing/advisory-site.ts'
import { connect } from '../api.ts'
import { startPlayingModel } from '../presets/played-conversation.ts'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'
import { proveAdvisories } from './prove-advisories.ts'
import { proveBlockedContent } from './prove-blocked-content.ts'
import { proveUpdates } from './prove-updates.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'

export async function proveReview(
  git: GitServer,
  report: (promise: string) => void,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-review-proof-'))
  const [provider, site] = [await startPlayingModel(), await startAdvisorySite()]
  let server: ServerProcess | undefined
  try {
    const hosts = [git.url, site.url].map((url) => new URL(url).host)
    const env = {
      ...{ OPENAI_BASE_URL: provider.url, OPENAI_MODEL: 'scripted' },
      ...{ REPERTOIRE_OUTBOUND_ALLOW: hosts.join(','), GIT_SSL_CAINFO: git.caFile },
    }
    server = await startServer({ dataDir, port: await freePort(), key, env })
    const api = connect(server.url, key)
    await proveUpdates(api, { git, report })
    await proveBlockedContent({ api, url: server.url, key, report })
    await proveAdvisories(api, { site, report })
  } finally {
    await server?.kill('SIGKILL').catch(() => undefined)
    await provider.close()
    await site.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  assert.ok(server)
}
