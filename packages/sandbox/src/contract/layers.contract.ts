import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../execution/execution.ts'
import { runScript } from './run-script.ts'

const contents: Record<string, string> = {
  'python/greet/__init__.py': 'def hello():\n  return "hello from a layer"\n',
  'python/greet/logs.py':
    'import logging\nimport sys\nlogging.basicConfig(stream=sys.stderr, format="%(message)s")\nkept = logging.getLogger("greet")\nkept.addHandler(logging.NullHandler())\n',
  'node/greet-cjs/package.json': '{"name":"greet-cjs","main":"index.js"}',
  'node/greet-cjs/index.js': 'module.exports = "cjs from a layer"',
  'node/greet-esm/package.json': '{"name":"greet-esm","type":"module","exports":"./index.js"}',
  'node/greet-esm/index.js': 'import cjs from "greet-cjs"\nexport default "esm beside " + cjs',
}

/** `mountsLayers`: whether the backend can mount host folders read-only. */
export function layersContract(
  opened: () => Sandbox,
  { mountsLayers }: { mountsLayers: boolean },
): void {
  describe('layers', () => {
    let folder = ''
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'contract-layer-'))
      await chmod(folder, 0o755)
      for (const [path, text] of Object.entries(contents)) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), text)
      }
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))
    const python = () => ({
      layers: [{ hostPath: join(folder, 'python'), at: '/layers/python' }],
      env: { PYTHONPATH: '/layers/python' },
    })
    const node = () => ({ layers: [{ hostPath: join(folder, 'node'), at: '/node_modules' }] })

    if (!mountsLayers) {
      it('C10: are rejected', async () => {
        await expect(runScript(opened(), 'python', '', python())).rejects.toMatchObject({
          code: 'sandbox.bad-request',
          message: expect.stringMatching(/\w.*\.$/s),
        })
      })
      return
    }

    it('C10: are found by import in Python', async () => {
      const script =
        'import greet, subprocess, sys\nprint(greet.hello())\nopen("/layers/python/x", "w")'
      const result = await runScript(opened(), 'python', script, python())
      expect(result).toMatchObject({ status: 'failed', stdout: 'hello from a layer\n' })
      expect(result.stderr).toMatch(/Read-only file system|Permission denied/)
    })

    it('C10: in Python shut down without messages', async () => {
      const script = 'import greet.logs\nimport logging\nlogging.warning("told")'
      const result = await runScript(opened(), 'python', script, python())
      expect(result).toMatchObject({ status: 'ok', stderr: 'told\n' })
    })

    it.each(['main.cjs', 'scripts/deep/main.cjs'])(
      'C10: are found by require in %s',
      async (name) => {
        const script = 'console.log(require("greet-cjs"))'
        const result = await runScript(opened(), 'node', script, { ...node(), name })
        expect(result).toMatchObject({ stdout: 'cjs from a layer\n', stderr: '' })
      },
    )

    it.each(['main.mjs', 'scripts/main.mts'])('C10: are found by import in %s', async (name) => {
      const script =
        'import esm from "greet-esm"\nconst { default: cjs } = await import("greet-cjs")\nconsole.log(esm, "+", cjs)'
      const result = await runScript(opened(), 'node', script, { ...node(), name })
      expect(result).toMatchObject({
        stdout: 'esm beside cjs from a layer + cjs from a layer\n',
        stderr: '',
      })
    })
  })
}
