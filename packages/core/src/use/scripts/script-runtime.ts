import type { ScriptRuntime } from '../../domain/execution.ts'

const runtimeByExtension: ReadonlyMap<string, ScriptRuntime> = new Map<string, ScriptRuntime>([
  ['py', 'python'],
  ['js', 'node'],
  ['mjs', 'node'],
  ['cjs', 'node'],
  ['ts', 'node'],
  ['mts', 'node'],
  ['sh', 'shell'],
  ['bash', 'shell'],
])

const interpreters: readonly (readonly [RegExp, ScriptRuntime])[] = [
  [/^python(3(\.\d+)?)?$/, 'python'],
  [/^node(js)?$/, 'node'],
  [/^(ba)?sh$/, 'shell'],
]

/** The runtime by the file extension; undefined when the `#!` line decides. */
export function runtimeOfPath(path: string): ScriptRuntime | undefined {
  const match = /[^/]\.([a-z]+)$/i.exec(path)
  return runtimeByExtension.get(match?.[1]?.toLowerCase() ?? '')
}

/** The runtime by the `#!` line: `#!/usr/bin/env python3`, `#!/bin/bash -e`; undefined for any other. */
export function runtimeOfFirstLine(bytes: Uint8Array): ScriptRuntime | undefined {
  const first = new TextDecoder().decode(bytes.subarray(0, 256)).split('\n', 1)[0] ?? ''
  const match = /^#! *(\S+)((?:\s+\S+)*)\s*$/.exec(first)
  if (!match) return undefined
  const program = match[1]?.split('/').at(-1) ?? ''
  const named =
    program === 'env'
      ? (match[2] ?? '').split(/\s+/).find((word) => word !== '' && !/^-|=/.test(word))
      : program
  return interpreters.find(([name]) => name.test(named ?? ''))?.[1]
}
