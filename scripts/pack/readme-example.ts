import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../proof/paths.ts'

export interface ReadmeExample {
  /** A whole program. */
  readonly code: string
  /** What the lines that it prints begin with, in this order. */
  readonly prints: readonly string[]
}

/** The first program in a package's README, and what its `// →` comments promise. */
export function readmeExample(folder: string): ReadmeExample | undefined {
  const readme = readFileSync(join(root, 'packages', folder, 'README.md'), 'utf8')
  const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1]
  if (code === undefined) return undefined
  return { code, prints: [...code.matchAll(/\/\/ → (.*)$/gm)].map((match) => match[1] ?? '') }
}
