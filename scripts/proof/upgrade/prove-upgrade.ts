/**
 * An upgrade without a pause: two servers of an earlier commit on one PostgreSQL are replaced by this checkout's, one
 * after the other, while a client reads, writes, searches, takes turns and answers what waits. The first of the new
 * ones migrates the database under the last old one.
 */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { connect } from '../api.ts'
import { databases } from '../library/databases.ts'
import { root } from '../paths.ts'
import { startProvider } from '../portable/scripted-provider.ts'
import { startBusyClient, type Written, writeSkill } from './busy-client.ts'
import { checkNumbers } from './check-numbers.ts'
import { checkWhole, verifyAudit } from './check-whole.ts'
import { earlierRevision, installEarlierRelease } from './earlier-release.ts'
import { createReleaseServers, key, type ReleaseServers, takesItsShare } from './release-servers.ts'
import { proveSideBySide } from './side-by-side.ts'
import { approve, beginTurn, enabledSlug, scriptedAnswer } from './turns.ts'

function report(promise: string): void {
  process.stdout.write(`  ${promise}\n`)
}

export async function proveUpgrade(): Promise<void> {
  const database = databases().find(({ name }) => name === 'PostgreSQL')
  if (!database) {
    assert.notEqual(process.env.REQUIRE_ALL, '1', 'REQUIRE_ALL=1 needs PostgreSQL')
    return
  }
  const earlier = installEarlierRelease()
  if (earlier === undefined) {
    report(`skipped: the commit ${earlierRevision}, which this clone does not have`)
    return
  }
  const provider = await startProvider(scriptedAnswer)
  const model = { OPENAI_API_KEY: 'scripted', OPENAI_MODEL: 'scripted' }
  const settings: Record<string, string> = {
    ...(await database.create()),
    ...{ ...model, OPENAI_BASE_URL: provider.url },
  }
  const servers = await createReleaseServers(settings)
  try {
    const written = await upgrade(servers, earlier)
    const api = connect(servers.balancer.url, key)
    await checkWhole(api, written, report)
    await verifyAudit(servers.balancer.url, report)
    await checkNumbers(api, written, report)
  } catch (error) {
    process.stderr.write(servers.output())
    throw error
  } finally {
    await servers.end()
    await provider.close()
    rmSync(earlier, { recursive: true, force: true })
  }
}

async function upgrade(servers: ReleaseServers, earlier: string): Promise<Written> {
  const first = await servers.add(earlier)
  const last = await servers.add(earlier)
  report(`two servers of ${earlierRevision.slice(0, 12)} behind a balancer`)
  await writeSkill(first.api, enabledSlug)
  await first.api.send('PUT', '/settings', { skill_enablement_policy: 'prompt-user' })
  const before = [await beginTurn(first.api), await beginTurn(first.api)] as const
  const client = startBusyClient(connect(servers.balancer.url, key))
  const requests = () => [first, last].reduce((sum, { url }) => sum + servers.balancer.sent(url), 0)
  await takesItsShare(servers, last)
  await servers.drain(first)
  const added = await servers.add(root)
  await takesItsShare(servers, added)
  report(
    `the first was drained; a new one has migrated under the other, after ${requests()} requests`,
  )
  await approve(before[0], added.api, last.api)
  const written = await proveSideBySide(last, added, report)
  await takesItsShare(servers, last)
  await takesItsShare(servers, added)
  await servers.drain(last)
  const newest = await servers.add(root)
  await takesItsShare(servers, newest)
  await approve(before[1], newest.api, added.api)
  report('turns of before the upgrade were approved during and after it')
  const all = await client.stop()
  assert.deepEqual(client.failures, [])
  const total = servers.balancer.sent(added.url) + servers.balancer.sent(newest.url)
  report(`the second was replaced; no request failed, of which the new ones got ${total}`)
  const conversations = before.map(({ conversationId }) => conversationId)
  return {
    slugs: [enabledSlug, ...written.slugs, ...all.slugs],
    turns: [...written.turns, ...all.turns],
    approved: [...conversations, ...written.approved, ...all.approved],
  }
}
