import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { RepertoireClient } from '@repertoire/client'
import { verifyAuditLines } from '@repertoire/client/audit-verification'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backupKinds, type Installation } from './testing/backups.ts'
import { replicaKey } from './testing/replicas.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'
import { skillMd } from './testing/test-server.ts'

const settings = {
  ...{ REPERTOIRE_BOOTSTRAP_KEY: replicaKey, LOG_LEVEL: 'warn' },
  REPERTOIRE_SECRET_KEY: '0123456789abcdef'.repeat(4),
}
const message = 'Postgres is slow, can you triage it?'
const locks = 'select * from pg_locks;\n'
const skills = {
  'slow-postgres': skillMd('slow-postgres', '# Look at the locks.\n', 'Use when Postgres is slow.'),
  'zebra-care': skillMd('zebra-care', '# Feed the zebra\n'),
}

for (const kind of backupKinds) {
  describe.skipIf(kind.skip)(`a backup (${kind.name})`, { timeout: 240_000 }, () => {
    let folder: string
    let origin: Installation
    const installations: Installation[] = []
    const servers: ServerProcess[] = []

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'repertoire-backup-copy-'))
      origin = await install()
    })
    afterEach(async () => {
      await Promise.all(servers.splice(0).map((server) => server.stop('SIGKILL')))
      await Promise.all(installations.splice(0).map((one) => one.destroy()))
      await rm(folder, { recursive: true, force: true })
    })

    async function install(): Promise<Installation> {
      const installation = await kind.install()
      installations.push(installation)
      return installation
    }

    async function start({ dataDir, env }: Installation) {
      const server = await startServerProcess(dataDir, { ...settings, ...env })
      servers.push(server)
      return { server, client: new RepertoireClient({ baseUrl: server.url, apiKey: replicaKey }) }
    }

    /** A server with two skills. */
    async function startWithSkills() {
      const started = await start(origin)
      const items = Object.entries(skills).map(([slug, content]) => ({
        path: slug,
        files: [file('SKILL.md', content), file('locks.sql', locks)],
      }))
      const { results } = await started.client.skills.import({ items })
      expect(results.map(({ status }) => status)).toEqual(['created', 'created'])
      return started
    }

    const copyOf = (name: string) => join(folder, name)

    /** The database first, then the files. */
    async function backUp(): Promise<void> {
      await kind.backUp(origin, copyOf('backup'))
    }

    async function restore(into: Installation): Promise<void> {
      await kind.restore(copyOf('backup'), into)
      const blobs = join(into.dataDir, 'blobs')
      await cp(join(copyOf('backup'), 'blobs'), blobs, { recursive: true, force: false })
    }

    it('of a running server, put into an empty place, has its skills, its audit log and its open turn', async () => {
      const { server, client } = await startWithSkills()
      await client.settings.update({ skill_enablement_policy: 'prompt-user' })
      const { id } = await client.conversations.create()
      const turn = await client.conversations.send(id, message)
      expect(turn.run.status).toBe('waiting')
      const before = await digestsOf(client)
      await backUp()
      await client.skills.create({ content: skillMd('after-the-backup') })
      const approval = turn.approvals[0]?.id ?? ''
      await client.approvals.answer(approval, { approved: true })
      await server.stop('SIGKILL')

      const restored = await install()
      await restore(restored)
      const { client: there } = await start(restored)
      expect(before.size).toBe(2)
      expect(await digestsOf(there)).toEqual(before)
      for (const [slug, content] of Object.entries(skills)) {
        expect(await textOf(there, slug)).toBe(content)
        expect(await textOf(there, slug, 'locks.sql')).toBe(locks)
      }
      const log = await verifyAuditLog(there)
      expect(log).toMatchObject({ broken: null })
      expect(log?.count).toBeGreaterThan(2)
      // What was answered since then is not known here.
      await there.approvals.answer(approval, { approved: true })
      const events = async () =>
        (await there.conversations.eventPage(id, { limit: 200 })).events.map(({ event }) => event)
      await expect.poll(events, { timeout: 30_000 }).toContain('run_completed')
      const count = (name: string) => async () =>
        (await events()).filter((event) => event === name).length
      expect(await count('skills_state_changed')()).toBe(1)
      expect(await count('run_completed')()).toBe(1)
      expect(await verifyAuditLog(there)).toMatchObject({ broken: null })
    })

    it('put back where a newer search index was kept: it finds what the backup has, and nothing else', async () => {
      const { server, client } = await startWithSkills()
      await backUp()
      await client.skills.update(await idOf(client, 'zebra-care'), {
        content: skillMd('zebra-care', '# Feed the giraffe\n'),
      })
      await client.skills.remove(await idOf(client, 'slow-postgres'))
      await client.skills.create({ content: skillMd('walrus-care', '# Feed the walrus\n') })
      expect(await found(client, 'giraffe')).toEqual(['zebra-care'])
      await expect.poll(keptIndexFiles, { timeout: 60_000 }).not.toEqual([])
      expect(await server.stop('SIGTERM')).toBe(0)

      await restore(origin)
      const { client: there } = await start(origin)
      expect(await found(there, 'zebra')).toEqual(['zebra-care'])
      expect(await found(there, 'locks')).toEqual(['slow-postgres'])
      expect(await found(there, 'giraffe')).toEqual([])
      expect(await found(there, 'walrus')).toEqual([])
      expect(await textOf(there, 'zebra-care')).toBe(skills['zebra-care'])
      await there.skills.create({ content: skillMd('otter-care', '# Feed the otter\n') })
      expect(await found(there, 'otter')).toEqual(['otter-care'])
    })

    it('put beside a search index that is older: it finds what the backup has, and nothing else', async () => {
      const first = await startWithSkills()
      expect(await found(first.client, 'zebra')).toEqual(['zebra-care'])
      await expect.poll(keptIndexFiles, { timeout: 60_000 }).not.toEqual([])
      expect(await first.server.stop('SIGTERM')).toBe(0)
      await cp(join(origin.dataDir, 'search-index'), copyOf('search-index'), { recursive: true })

      const { server, client } = await start(origin)
      await client.skills.update(await idOf(client, 'zebra-care'), {
        content: skillMd('zebra-care', '# Feed the giraffe\n', 'Use for tall animals.'),
      })
      await client.skills.remove(await idOf(client, 'slow-postgres'))
      await backUp()
      await server.stop('SIGKILL')

      const restored = await install()
      await restore(restored)
      await cp(copyOf('search-index'), join(restored.dataDir, 'search-index'), { recursive: true })
      const { client: there } = await start(restored)
      expect(await found(there, 'giraffe')).toEqual(['zebra-care'])
      expect(await found(there, 'feed')).toEqual(['zebra-care'])
      expect(await found(there, 'locks')).toEqual([])
    })

    const keptIndexFiles = async () =>
      (await readdir(join(origin.dataDir, 'search-index'), { recursive: true })).filter((path) =>
        /[0-9a-f]{64}$/.test(path),
      )
  })
}

const file = (path: string, content: string) => ({
  path,
  content_base64: Buffer.from(content).toString('base64'),
})

async function digestsOf({ skills }: RepertoireClient): Promise<ReadonlyMap<string, string>> {
  const { items } = await skills.list({ limit: 50 })
  return new Map(items.map(({ slug, digest }) => [slug, digest]))
}

async function idOf({ skills }: RepertoireClient, slug: string): Promise<string> {
  const { items } = await skills.list({ limit: 50 })
  return items.find((one) => one.slug === slug)?.id ?? ''
}

async function textOf(client: RepertoireClient, slug: string, path = 'SKILL.md') {
  const bytes = await client.skills.file(await idOf(client, slug), path)
  return new TextDecoder().decode(bytes)
}

async function found({ skills }: RepertoireClient, q: string): Promise<readonly string[]> {
  return (await skills.list({ q })).items.map(({ slug }) => slug)
}

async function verifyAuditLog({ audit }: RepertoireClient) {
  const input = Readable.fromWeb((await audit.export()) as never)
  return verifyAuditLines(createInterface({ input, crlfDelay: Infinity }), {
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    // No checkpoint is in a log of which nothing was removed.
    verifySignature: () => false,
    ...{ keptHead: null, acceptedRemovals: 0 },
  })
}
