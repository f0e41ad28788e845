import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestOf } from '../contract/run-script.ts'
import { parseReport, startScript } from './start-script.ts'

/** Runs the start line in a real shell with a program that prints its arguments and environment. */
function givenTo(args: readonly string[], env: Readonly<Record<string, string>>) {
  const line = startScript(requestOf('shell', '', { args, env }))
    .split('\n')
    .slice(3)
    .join('\n')
    .split(' 2>&3 3>&-')[0]
  const show = 'printf "%s\\0" "$@"; env -0'
  const shown = line?.replace(/ bash '/, ` bash -c '${show}' '`)
  const { stdout } = spawnSync('/bin/sh', ['-c', `PATH=/usr/bin:/bin\n${shown}`])
  return stdout.toString().split('\0')
}

describe('the start of a container', () => {
  it('passes every argument and variable unchanged, whatever the shell would expand', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab \'"$`\\\n;&|<>*-=ä🦊') })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), text, (args, value) => {
        const given = givenTo(args, { VALUE: value })
        expect(given.slice(0, args.length)).toEqual(args)
        expect(given).toContain(`VALUE=${value}`)
      }),
      { numRuns: 60 },
    )
  })

  it('passes no variable of the image', () => {
    const given = givenTo([], { A: 'b' }).filter((line) => /^\w+=/.test(line))
    const names = given
      .map((line) => line.split('=')[0])
      .filter((name) => !/^(_|PWD|SHLVL|OLDPWD)$/.test(name ?? ''))
    expect(names.toSorted()).toEqual(['A', 'HOME', 'LANG', 'PATH'])
  })

  it('parses a well-formed report and nothing else', () => {
    expect(parseReport('1 20 3000\n')).toEqual({
      ...{ outOfMemory: true, cpuMs: 20, peakMemoryBytes: 3000 },
    })
    const nothing = { outOfMemory: false, cpuMs: null, peakMemoryBytes: null }
    for (const text of ['', '\n', '1 2', '-1 2 3\n', '1e9 2 3\n', 'x\n1 2 3\n'])
      expect(parseReport(text)).toEqual(nothing)
  })
})
