import { describe, expect, it } from 'vitest'
import type { Sandbox } from '../execution/execution.ts'
import { fileOf, runScript, type ScriptOptions, type ScriptResult } from './run-script.ts'

const outputsOf = (result: ScriptResult): Record<string, string> =>
  Object.fromEntries(
    result.outputs.map(({ path, bytes, executable }) => [
      path + (executable ? '*' : ''),
      Buffer.from(bytes).toString(),
    ]),
  )

/** Input and output files. */
export function filesContract(opened: () => Sandbox): void {
  describe('files', () => {
    const shell = (script: string, options?: ScriptOptions) =>
      runScript(opened(), 'shell', script, options)

    it('are all present, with their bytes and executable bits', async () => {
      const files = [
        fileOf('deep/er/data.bin', Uint8Array.of(0, 255, 10, 13)),
        { ...fileOf('run.sh', '#!/bin/sh\necho ran'), executable: true },
        fileOf('flat.sh', '#!/bin/sh\necho ran'),
      ]
      const script =
        'cd "$(dirname "$0")"; od -An -tu1 deep/er/data.bin; ./run.sh; [ -x flat.sh ] || echo flat'
      expect(await shell(script, { files })).toMatchObject({
        stdout: '   0 255  10  13\nran\nflat\n',
      })
    })

    it('of the workspace are in the working directory, and only new or changed ones come back', async () => {
      const workspace = [
        fileOf('same.txt', 'same'),
        fileOf('touched.txt', 'touched'),
        fileOf('changed.txt', 'before'),
        fileOf('in/side.txt', 'inside'),
        fileOf('bits.sh', 'bits'),
        fileOf('gone.txt', 'gone'),
      ]
      const script =
        'cat same.txt; touch touched.txt; echo -n after > changed.txt; chmod +x bits.sh; rm gone.txt; mkdir -p new/er; echo -n x > new/er/file; echo -n more >> in/side.txt'
      const result = await shell(script, { workspace })
      expect(result.stdout).toBe('same')
      expect(outputsOf(result)).toEqual({
        'changed.txt': 'after',
        'bits.sh*': 'bits',
        'new/er/file': 'x',
        'in/side.txt': 'insidemore',
      })
      expect(result.skipped).toEqual([])
    })

    it('keep unusual names, in and out', async () => {
      const name = 'ä 🦊/it\'s "q" $x\n;*.txt'
      const script = 'cp "$1" "$1.copy"; printf x > "-dash"'
      const workspace = [fileOf(name, 'text')]
      const result = await shell(script, { workspace, args: [name] })
      expect(outputsOf(result)).toEqual({ [`${name}.copy`]: 'text', '-dash': 'x' })
    })

    it('with invalid Unicode names are skipped', async () => {
      const result = await shell("printf x > $'bad\\xff'; printf y > good")
      expect(outputsOf(result)).toEqual({ good: 'y' })
      expect(result.skipped).toEqual([{ path: 'bad\ufffd', why: 'its name is not valid Unicode' }])
    })

    it('that are not regular are skipped', async () => {
      const script =
        'ln -s /etc/passwd link; ln -s .. up; mkfifo fifo; echo x > one; ln one two; mkdir -p a/b; echo y > a/b/real; ln -s a dir'
      const result = await shell(script)
      expect(outputsOf(result)).toEqual({ 'a/b/real': 'y\n' })
      const skipped = result.skipped.map(({ path }) => path).toSorted()
      expect(skipped).toEqual(['dir', 'fifo', 'link', 'one', 'two', 'up'])
    })

    it('come back from a failed script', async () => {
      const result = await shell('echo -n partial > log; exit 3')
      expect(result).toMatchObject({ exitCode: 3 })
      expect(outputsOf(result)).toEqual({ log: 'partial' })
    })

    it('of one execution are not visible to the next', async () => {
      await shell('echo mine > left; echo mine > "$HOME/left-here" || true')
      const { stdout } = await shell('ls -A; ls "$HOME" | grep left-here')
      expect(stdout).toBe('')
    })
  })
}
