import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { usage } from './flags.ts'

const root = join(import.meta.dirname, '../../../../..')

it('the help of the server fits on a screen', () => {
  const lines = usage.split('\n')
  expect(lines.length).toBeLessThanOrEqual(40)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100)
})

it('the table in the docs has every variable of the help and of the settings', () => {
  const table = readFileSync(join(root, 'docs/reference/settings.md'), 'utf8')
  const schema = readFileSync(join(import.meta.dirname, 'environment-schema.ts'), 'utf8')
  const ofSettings = [...schema.matchAll(/^ {2,4}([A-Z][A-Z0-9_]+):/gm)].map(
    ([, name = '']) => name,
  )
  const ofHelp = usage.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? []
  expect(ofSettings.length).toBeGreaterThan(30)
  const unlisted = [...ofSettings, ...ofHelp].filter((name) => !table.includes(name))
  // It is only refused, with the name of what replaces it.
  expect(unlisted).toEqual(['AUDIT_SYSLOG_URL'])
})
