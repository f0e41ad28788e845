import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readScriptDependencies } from '@repertoire/core/domain'
import { openSandbox } from '@repertoire/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testSandbox } from '../../testing/test-sandbox.ts'
import { parsePackageIndex } from './package-index.ts'
import { missingInstallerRequirement } from './testing/installer-requirements.ts'
import {
  createLayerFixture,
  greetJs,
  greetPy,
  helloPy,
  type LayerFixture,
  problemOf,
} from './testing/layer-fixture.ts'
import { wheelOf } from './testing/package-archives.ts'
import { startPythonIndex } from './testing/package-indexes.ts'
import { testLayers } from './testing/test-layers.ts'

const sandbox = await openSandbox({ concurrency: 2 })
const lacking = await missingInstallerRequirement(sandbox)
const link = testSandbox(sandbox)
afterAll(() => sandbox.close(0))
const mebibyte = 1024 * 1024

const needsOf = (requirements: string) =>
  readScriptDependencies(
    (path) => (path === 'requirements.txt' ? requirements : undefined),
    'python',
  )

const what = 'packages of scripts, with bubblewrap, real pip and real npm'
describe.skipIf(lacking !== null)(what, { timeout: 120_000 }, () => {
  let fixture: LayerFixture
  beforeAll(async () => {
    fixture = await createLayerFixture(sandbox, link)
  })
  afterAll(() => fixture?.close())

  it('C10: installs requirements.txt once, and reports it', async () => {
    const layers = fixture.open('python')
    const first = await fixture.run(layers, greetPy, helloPy)
    expect(first).toMatchObject({ status: 'ok', stdout: 'hello from a wheel\n', stderr: '' })
    expect(first.installed).toEqual(['greet'])
    const requests = fixture.python.requests.length
    const again = await fixture.run(layers, { 'requirements.txt': '# the same\ngreet' }, helloPy, {
      tenant: 'ten_b',
    })
    expect(again).toMatchObject({ stdout: 'hello from a wheel\n', installed: [] })
    expect(fixture.python.requests.length).toBe(requests)
    const restarted = await fixture.run(fixture.open('python'), greetPy, helloPy)
    expect(restarted).toMatchObject({ stdout: 'hello from a wheel\n', installed: [] })
    expect(restarted.prepared.layers).toEqual(first.prepared.layers)
  })

  it.each([
    ['scripts/main.mjs', 'import hello from "greet-js"\nconsole.log(hello)'],
    ['main.cjs', 'console.log(require("greet-js"))'],
  ])('C10: installs package.json for %s', async (entry, script) => {
    const result = await fixture.run(fixture.open('node'), greetJs, script, { entry })
    expect(result).toMatchObject({ stdout: 'hello from a tarball\n', stderr: '' })
  })

  it('C10: a shell script starts a Python that has the packages', async () => {
    const script = 'python3 -c "import greet; print(greet.hello())"'
    const result = await fixture.run(fixture.open('python'), greetPy, script, { entry: 'main.sh' })
    expect(result).toMatchObject({ stdout: 'hello from a wheel\n', stderr: '' })
  })

  it('C10: installs package-lock.json, checked by its hashes', async () => {
    const layers = fixture.open('locked')
    const packages = {
      '': { dependencies: { 'other-js': '1.0.0' } },
      'node_modules/other-js': { version: '1.0.0', integrity: 'sha512-AAAA' },
    }
    const wrong = {
      'package.json': '{"dependencies":{"other-js":"1.0.0"}}',
      'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }),
    }
    const problem = await problemOf(fixture.run(layers, wrong, '', { entry: 'main.mjs' }))
    expect(problem).toMatchObject({ code: 'layer.install-failed' })
    expect(problem.message).toMatch(/EINTEGRITY|integrity/)
  })

  it('C10: builds a layer once for concurrent requests', async () => {
    const layers = fixture.open('together')
    const requests = fixture.python.requests.length
    const all = await Promise.all(
      ['a', 'b', 'c', 'd'].map((tenant) => fixture.run(layers, greetPy, helloPy, { tenant })),
    )
    for (const one of all) expect(one.stdout).toBe('hello from a wheel\n')
    const downloads = fixture.python.requests
      .slice(requests)
      .filter((one) => one.includes('/files/greet/'))
    // Once to resolve, once to install.
    expect(downloads).toHaveLength(2)
  })

  it('C10: switched off, installed packages go on working and others are refused by name', async () => {
    await fixture.run(fixture.open('off'), greetPy, helloPy)
    const layers = fixture.open('off', { installation: 'off' })
    expect(await fixture.run(layers, greetPy, helloPy)).toMatchObject({ installed: [] })
    const other = { 'requirements.txt': 'other' }
    expect(await problemOf(fixture.run(layers, other, ''))).toMatchObject({
      code: 'layer.not-allowed',
      message: expect.stringMatching(/other.*PACKAGE_INSTALLATION/s),
      details: { packages: ['other'] },
    })
    const approved = async () => new Set<string>()
    const report = await layers.report({ needs: needsOf('other'), approved })
    expect(report).toMatchObject([{ status: 'not-allowed', list: null }])
  })

  it('C10: exact lists are approved before anything is installed, in each organisation', async () => {
    const layers = fixture.open('asking', { installation: 'ask' })
    const digests = new Set<string>()
    const approved = async (asked: readonly string[]) =>
      new Set(asked.filter((one) => digests.has(one)))
    const request = {
      ...{ queueKey: 'ten_a/usr_a', needs: needsOf('greet'), approved },
      signal: new AbortController().signal,
    }
    const refused = await problemOf(fixture.run(layers, greetPy, helloPy, { approved }))
    expect(refused).toMatchObject({
      code: 'layer.approval-needed',
      message: expect.stringContaining('greet==1.0, other==1.0'),
    })
    const files = fixture.python.requests.filter((one) => one.includes('/files/')).length
    const [list] = await layers.unapproved(request)
    expect(list).toMatchObject({ kind: 'python', packages: ['greet==1.0', 'other==1.0'] })
    expect(await layers.report(request)).toMatchObject([{ status: 'needs-approval', list }])
    digests.add(list?.digest ?? '')
    expect(await layers.unapproved(request)).toEqual([])
    expect(await layers.report(request)).toMatchObject([{ status: 'approved', installed: false }])
    const ran = await fixture.run(layers, greetPy, helloPy, { approved })
    expect(ran).toMatchObject({ stdout: 'hello from a wheel\n', installed: ['greet'] })
    expect(fixture.python.requests.filter((one) => one.includes('/files/')).length).toBeGreaterThan(
      files,
    )
    expect(await layers.report(request)).toMatchObject([{ status: 'installed' }])
    const elsewhere = fixture.run(layers, greetPy, helloPy, { tenant: 'ten_b' })
    expect(await problemOf(elsewhere)).toMatchObject({ code: 'layer.approval-needed' })
  })

  it('C10: unreadable certificates are reported as the operator’s setting', async () => {
    const layers = fixture.open('no-ca', { caFile: join(fixture.folder, 'nowhere.pem') })
    expect(await problemOf(fixture.run(layers, greetPy, helloPy))).toMatchObject({
      code: 'layer.installer-missing',
      message: expect.stringContaining('PACKAGE_INDEX_CA_FILE'),
    })
  })

  it('C10: when the index is gone, cached layers work and missing ones are named', async () => {
    const index = await startPythonIndex()
    const { file, bytes } = wheelOf({
      name: 'greet',
      files: { 'greet.py': 'def hello(): return 1\n' },
    })
    index.add('greet', file, bytes)
    const layers = fixture.open('gone', { python: parsePackageIndex(index.url) ?? undefined })
    await fixture.run(layers, greetPy, helloPy)
    await index.stop()
    expect(await fixture.run(layers, greetPy, helloPy)).toMatchObject({
      stdout: '1\n',
      installed: [],
    })
    const problem = await problemOf(fixture.run(layers, { 'requirements.txt': 'other==1.0' }, ''))
    expect(problem).toMatchObject({
      code: 'layer.offline',
      message: expect.stringContaining('other==1.0'),
      details: { packages: ['other==1.0'] },
    })
    expect(
      await layers.report({ needs: needsOf('greet'), approved: async () => new Set() }),
    ).toMatchObject([
      {
        ...{ kind: 'python', packages: ['greet'], installed: true, status: 'installed' },
        list: { kind: 'python', packages: ['greet==1.0'] },
      },
    ])
  })

  it('C10: distinguishes a missing package from an unreachable index', async () => {
    const layers = fixture.open('missing')
    expect(
      await problemOf(fixture.run(layers, { 'requirements.txt': 'nowhere' }, '')),
    ).toMatchObject({
      code: 'layer.not-found',
    })
    const needed = { 'package.json': '{"dependencies":{"nowhere":"1"}}' }
    expect(await problemOf(fixture.run(layers, needed, '', { entry: 'main.mjs' }))).toMatchObject({
      code: 'layer.not-found',
    })
  })

  it('C10: a cancelled caller stops waiting, and the others get their layer', async () => {
    const layers = fixture.open('given-up')
    const abort = new AbortController()
    const one = fixture.run(layers, greetPy, helloPy, { signal: abort.signal, tenant: 'ten_a' })
    const other = fixture.run(layers, greetPy, helloPy, { tenant: 'ten_b' })
    setImmediate(() => abort.abort())
    await expect(one).rejects.toThrow()
    expect(await other).toMatchObject({ stdout: 'hello from a wheel\n' })
  })

  it('C10: the cache is bounded, and a layer in use is not evicted', async () => {
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
      folder: join(fixture.folder, 'full'),
      maxBytes: 3 * mebibyte,
    }
    const layers = testLayers(link, at, { clock })
    fixture.keep(layers)
    const prepare = (name: string) =>
      layers.prepare({
        queueKey: 'ten_a/usr_a',
        needs: needsOf(name),
        signal: new AbortController().signal,
        approved: async () => new Set<string>(),
        onInstalling: () => undefined,
      })
    const kept = async () => (await readdir(join(fixture.folder, 'full', 'ready'))).length
    const one = await prepare('one')
    now += 1
    ;(await prepare('two')).release()
    expect(await kept()).toBe(2)
    expect(await problemOf(prepare('three'))).toMatchObject({ code: 'layer.cache-full' })
    now += 10 * 60_000
    ;(await prepare('three')).release()
    expect(await kept()).toBe(2)
    expect(await readdir(one.layers[0]?.hostPath ?? '')).toContain('one.py')
    one.release()
    await wheels.stop()
  })

  it('C10: nothing is installed for an incompatible remote machine', async () => {
    const elsewhere = {
      ...link,
      execute: async (...[request, listener]: Parameters<typeof link.execute>) => {
        const result = await link.execute(request, listener)
        if (request.args[0] !== 'describe') return result
        const installed = JSON.stringify({ version: 'Python 3.99', platformTags: ['cpython-399'] })
        return { ...result, stdout: Buffer.from(installed) }
      },
    }
    const at = {
      python: parsePackageIndex(fixture.python.url) ?? undefined,
      folder: join(fixture.folder, 'far'),
    }
    const layers = testLayers(elsewhere, at, {
      installing: { ...link, close: async () => undefined },
    })
    fixture.keep(layers)
    expect(await problemOf(fixture.run(layers, greetPy, helloPy))).toMatchObject({
      code: 'layer.other-machine',
      message: expect.stringContaining('Python 3.99'),
    })
  })

  it('C10: without isolation nothing is installed, and the message says what to do', async () => {
    const unisolated = await openSandbox({ unisolated: true, concurrency: 1 })
    const plain = testSandbox(unisolated)
    const at = {
      python: parsePackageIndex(fixture.python.url) ?? undefined,
      folder: join(fixture.folder, 'plain'),
    }
    const layers = testLayers(plain, at)
    fixture.keep(layers)
    expect(await problemOf(fixture.run(layers, greetPy, helloPy))).toMatchObject({
      code: 'layer.installer-missing',
      message: expect.stringMatching(/greet.*install bubblewrap/s),
    })
    await unisolated.close(0)
  })

  it('C10: the next process cleans up what a dead one left in staging', async () => {
    const making = join(fixture.folder, 'python', 'making')
    const { hostname } = await import('node:os')
    const dead = `${hostname()}~999999999~left`
    await writeFile(join(making, dead), 'half')
    await fixture.run(fixture.open('python'), greetPy, helloPy)
    expect(await readdir(making)).toEqual([])
  })
})
