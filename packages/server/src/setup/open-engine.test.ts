import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporalPackages } from './open-engine.ts'

it('the engine `temporal` asks for the packages that this one is checked with', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> }
  const checked = Object.entries(dependencies)
    .filter(([name]) => name.startsWith('@temporalio/'))
    .map(([name, version]) => `${name}@${version}`)
  expect(temporalPackages).toEqual(checked)
})
