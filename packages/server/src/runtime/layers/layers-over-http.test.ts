import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { joinMember } from '@repertoire/client/testing'
import { openSandbox } from '@repertoire/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { base64, skillMd } from '../../testing/test-server.ts'
import { missingInstallerRequirement } from './testing/installer-requirements.ts'
import { wheelOf } from './testing/package-archives.ts'
import { type PythonTestIndex, startPythonIndex } from './testing/package-indexes.ts'

const probe = await openSandbox()
const lacking = await missingInstallerRequirement(probe)
await probe.close()

const apiKey = 'rep_tests_0123456789abcdef0123456789abcdef'
/** Looks for the proxy that the installation had. */
const scriptFor = (indexPort: string) => `import os, socket, greet
def reach(family, address):
    try:
        socket.socket(family).connect(address)
        return "reached"
    except OSError as error:
        return "not reached"
index = ("127.0.0.1", ${indexPort})
print(greet.word, os.path.exists("/run"), reach(socket.AF_UNIX, "/run/proxy.sock"), reach(socket.AF_INET, index))
`

describe.skipIf(lacking !== null)(
  'a real server installs a skill’s packages with bubblewrap and real pip',
  () => {
    let folder = ''
    let index: PythonTestIndex
    let server: ServerProcess
    let client: RepertoireClient

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'layers-http-'))
      await chmod(folder, 0o755)
      index = await startPythonIndex()
      const { file, bytes } = wheelOf({ name: 'greet', files: { 'greet.py': 'word = "hello"\n' } })
      index.add('greet', file, bytes)
      const env = {
        ...{ REPERTOIRE_BOOTSTRAP_KEY: apiKey, PACKAGE_INDEX_PYTHON: index.url },
        PACKAGE_LAYERS_DIR: join(folder, 'layers'),
      }
      server = await startServerProcess(join(folder, 'data'), env)
      client = new RepertoireClient({ baseUrl: server.url, apiKey })
    }, 120_000)
    afterAll(async () => {
      await server?.stop('SIGTERM')
      await index?.stop()
      await rm(folder, { recursive: true, force: true })
    })

    /** Imports a skill with these requirements. */
    async function imported(name: string, requirements: string) {
      const files = Object.entries({
        ...{ 'SKILL.md': skillMd(name), 'requirements.txt': requirements },
        'run.py': scriptFor(new URL(index.url).port),
      }).map(([path, text]) => ({ path, content_base64: base64(text), executable: false }))
      const items = [{ path: name, files }]
      const { results } = await client.skills.import({ scope: 'org', items })
      return { id: results[0]?.skill?.id ?? '', diagnostics: results[0]?.diagnostics ?? [] }
    }

    /** All states of an execution, as its events and as its record tell them, and its end. */
    async function started(skillId: string) {
      const { id } = await client.executions.start({ skill_id: skillId, script: 'run.py' })
      const recorded = new Set<string>()
      const states: string[] = []
      for await (const { event, data } of client.executions.follow(id)) {
        if (event === 'state') states.push(data.status)
        while (event === 'state' && data.status === 'installing') {
          const { status } = await client.executions.get(id)
          recorded.add(status)
          if (status !== 'queued') break
        }
      }
      return { states, recorded, end: await client.executions.get(id) }
    }

    it('C10: asks an admin once, reports the installation, and gives the script no access to the index', {
      timeout: 120_000,
    }, async () => {
      const { id, diagnostics } = await imported('needy', 'greet\n')
      expect(diagnostics).toMatchObject([
        { code: 'skill.needs-packages', message: expect.stringContaining('greet') },
      ])
      const before = await client.skills.requirements(id)
      const item = { kind: 'python', packages: ['greet'], installed: false }
      expect(before.items).toEqual([{ ...item, status: 'needs-approval', list: null }])
      const refused = await started(id)
      expect(refused.end).toMatchObject({ status: 'refused' })
      expect(refused.end.stderr).toContain('greet==1.0')

      const digests = [await approve(id)]
      const other = await imported('other', 'greet\nnowhere\n')
      await expect(client.skills.approveRequirements(other.id, digests)).rejects.toMatchObject({
        problem: { code: 'layer.list-changed' },
      })

      const first = await started(id)
      const fine = { status: 'ok', stdout: 'hello False not reached not reached\n' }
      expect(first).toMatchObject({ end: fine, states: expect.arrayContaining(['installing']) })
      expect([...first.recorded]).toContain('installing')
      const again = await started(id)
      expect(again.end).toMatchObject(fine)
      expect(again.states).not.toContain('installing')
      expect((await client.skills.requirements(id)).items).toMatchObject([
        { installed: true, status: 'installed' },
      ])
      expect(await readdir(join(folder, 'layers', 'making'))).toEqual([])
      const { items } = await client.audit.list({ action: 'packages-approved' })
      expect(items).toMatchObject([{ target: id, details: { slug: 'needy', digests } }])
    })

    /** A member may look at the exact packages; an owner approves them. Resolves to the digest. */
    async function approve(skillId: string): Promise<string> {
      const { key } = await joinMember({ baseUrl: server.url, apiKey }, { name: 'Mo' })
      const mo = new RepertoireClient({ baseUrl: server.url, apiKey: key })
      const [resolved] = (await mo.skills.resolveRequirements(skillId)).items
      expect(resolved).toMatchObject({ list: { packages: ['greet==1.0'] }, installed: false })
      const digest = resolved?.list?.digest ?? ''
      await expect(mo.skills.approveRequirements(skillId, [digest])).rejects.toMatchObject({
        problem: { code: 'approval.administrators-only' },
      })
      const [approved] = (await client.skills.approveRequirements(skillId, [digest])).items
      expect(approved).toMatchObject({ status: 'approved' })
      return digest
    }
  },
)
