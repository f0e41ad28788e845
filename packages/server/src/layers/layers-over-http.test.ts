import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { openSandbox } from '@repertoire/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'
import { base64, skillMd } from '../testing/test-server.ts'
import { missingInstallerPrerequisite } from './testing/installer-prerequisites.ts'
import { wheelOf } from './testing/package-archives.ts'
import { type PythonTestIndex, startPythonIndex } from './testing/package-indexes.ts'

const probe = await openSandbox()
const lacking = await missingInstallerPrerequisite(probe)
await probe.close()

const apiKey = 'rep_0123456789abcdef0123456789abcdef'
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

    it('C10: reports the installation, and gives the script the packages but no access to the index', {
      timeout: 120_000,
    }, async () => {
      const files = Object.entries({
        ...{
          'SKILL.md': skillMd('needy'),
          'run.py': scriptFor(new URL(index.url).port),
          'requirements.txt': 'greet\n',
        },
      })
      const { results } = await client.skills.import({
        scope: 'org',
        items: [
          {
            path: 'needy',
            files: files.map(([path, text]) => ({
              ...{ path, content_base64: base64(text), executable: false },
            })),
          },
        ],
      })
      const skillId = results[0]?.skill?.id ?? ''
      const states = async () => {
        const { id } = await client.executions.start({ skill_id: skillId, script: 'run.py' })
        const events = await Array.fromAsync(client.executions.follow(id))
        const end = events.at(-1)
        expect(end).toMatchObject({
          event: 'end',
          data: { status: 'ok', stdout: 'hello False not reached not reached\n' },
        })
        return events.flatMap(({ event, data }) => (event === 'state' ? [data.status] : []))
      }
      const before = await client.skills.requirements(skillId)
      expect(before.items).toEqual([{ kind: 'python', packages: ['greet'], installed: false }])
      expect(await states()).toContain('installing')
      expect(await states()).not.toContain('installing')
      expect((await client.skills.requirements(skillId)).items).toMatchObject([{ installed: true }])
      expect(await readdir(join(folder, 'layers', 'making'))).toEqual([])
    })
  },
)
