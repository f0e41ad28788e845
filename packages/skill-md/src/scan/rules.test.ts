import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PackageFile } from '../package/package-file.ts'
import { modelReviewRules } from './model-review/model-review-rules.ts'
import { scannerRuleset, scanRules } from './ruleset.ts'
import { scanPackage } from './scan-package.ts'
import { type RuleCase, ruleCases } from './testing/rule-cases.ts'

const cases = Object.entries(ruleCases).map(([id, one]) => ({ id, ...one }))

/** What decides about a package, of the version that `scannerRuleset` names. */
const judged = ['2026-11-30.8', 'b7c086c4f76dde64']

describe('rules of the scanner', () => {
  it('each has a case here, and says what stands there, what an attacker wants, and what to do', () => {
    expect(Object.keys(ruleCases).toSorted()).toEqual(scanRules.map(({ id }) => id).toSorted())
    for (const { id, message, attack, fix } of scanRules) {
      expect([id, message, attack, fix].every((text) => text.length > 5)).toBe(true)
      expect(id).toMatch(/^[a-z]+\.[a-z0-9-]+$/)
    }
  })

  it('are exactly those of docs/reference/scanner-rules.md, with severity and remedy', () => {
    const page = join(import.meta.dirname, '../../../../docs/reference/scanner-rules.md')
    const rows = readFileSync(page, 'utf8').match(/^\| `.*$/gm)
    const due = [...scanRules, ...modelReviewRules].map(
      ({ id, severity, message, fix }) => `| \`${id}\` | ${severity} | ${message} | ${fix} |`,
    )
    expect(rows?.toSorted()).toEqual(due.toSorted())
  })

  it.each(cases)('$id finds what it is for, and not what only looks like it', (one) => {
    expect(idsIn(one)).toContain(one.id)
    const path = one.innocent === '' ? 'notes.txt' : one.path
    expect(idsIn({ ...one, path, bad: one.innocent })).not.toContain(one.id)
  })

  it.each(cases)('$id names the file and the line', (one) => {
    const { id, path, bad } = one
    const text = typeof bad === 'string' && !bad.startsWith('---')
    const found = scanPackage(filesOf({ ...one, bad: text ? `\n\n${bad}` : bad })).findings
    const finding = found.find(({ rule }) => rule === id)
    expect(finding?.path).toBe(path)
    expect(finding?.line).toBeGreaterThanOrEqual(1)
    expect(finding?.excerpt).not.toMatch(/[\u200b\u202e\u{e0000}-\u{e007f}]/u)
  })

  it('have another version when one of them changes: what was judged is judged again', () => {
    const folders = ['.', 'classifier', 'rules', 'context', 'forms', 'prefilter']
    const files = folders.flatMap((folder) =>
      readdirSync(join(import.meta.dirname, folder))
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .filter((name) => name !== 'ruleset.ts')
        .map((name) => join(import.meta.dirname, folder, name)),
    )
    const hash = createHash('sha256')
    for (const file of files.toSorted()) hash.update(withoutImports(readFileSync(file, 'utf8')))
    // When this fails, raise `scannerRuleset` and write both down anew.
    expect([scannerRuleset, hash.digest('hex').slice(0, 16)]).toEqual(judged)
  })
})

/** Where a file lies is no rule. */
function withoutImports(text: string): string {
  return text.replaceAll(/^import [^']*'[^']+'\n/gm, '')
}

function fileOf(path: string, content: RuleCase['bad']): PackageFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return { path, bytes, executable: false }
}

function filesOf({ path, bad, beside }: RuleCase): PackageFile[] {
  return [fileOf(path, bad), ...(beside ? [fileOf(beside.path, beside.text)] : [])]
}

function idsIn(one: RuleCase): string[] {
  return scanPackage(filesOf(one)).findings.map(({ rule }) => rule)
}
