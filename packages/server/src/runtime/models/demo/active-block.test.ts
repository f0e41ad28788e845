import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { relevantSections } from './active-block.ts'
import { blocksOf } from './markdown-blocks.ts'
import { keywordsOf } from './words.ts'

const shippedFolder = join(import.meta.dirname, '../../../../../../skills')
const shipped = readdirSync(shippedFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => readFileSync(join(shippedFolder, name, 'SKILL.md'), 'utf8'))
  .map((text) => text.replace(/^---\n[\s\S]*?\n---\n/, ''))

const sql = ['```sql', 'SELECT 1;', '', 'SELECT 2;', '```'].join('\n')
const table = ['| Finding | Action |', '| --- | --- |', '| a lock | end it |'].join('\n')

describe('the passage that is quoted from a skill', () => {
  it('has steps, wrapped lines, fences and nested items as they are', () => {
    const steps = [
      '1. Look at `pg_locks WHERE',
      '   granted = false;` first.',
      '2. The oldest come first:',
      '   ```sql',
      '   # not a heading',
      '   SELECT 1;',
      '   ```',
      '   More about them.',
      '   - a nested step',
      'wrapped lazily',
    ].join('\n')
    const body = `# Checklist\n${steps}\n\nProse after the list.`
    expect(relevantSections({ name: 'x', body }, ['checklist'])).toBe(
      `### Checklist\n\n${steps}\n\nProse after the list.`,
    )
  })

  it('has tables, fenced and indented code as blocks of their own', () => {
    const code = '    vacuum analyze;\n\n    reindex;'
    const body = `# Locks\nRun this:\n${sql}\nThen:\n\n${code}\n\nChoose:\n${table}\n`
    expect(relevantSections({ name: 'x', body }, ['lock'])).toBe(
      ['### Locks', 'Run this:', sql, 'Then:', code, 'Choose:', table].join('\n\n'),
    )
  })

  it('keeps how headings are nested', () => {
    const body = '# Guide\n\nAll of it.\n\n## Locks\n- one\n\n### Locks of rows\n- two\n'
    expect(relevantSections({ name: 'x', body }, ['lock'])).toBe(
      '### Locks\n\n- one\n\n#### Locks of rows\n\n- two',
    )
  })

  it('never has half a table or fence, and says that it leaves something out', () => {
    const rows = (length: number) => Array.from({ length }, (_, row) => `| row ${row} | x |`)
    const long = ['| a | b |', '|---|---|', ...rows(1000)].join('\n')
    const more = '_The skill says more here._'
    const under = (text: string) =>
      relevantSections({ name: 'x', body: `# Locks\n\n${text}` }, ['lock'])
    expect(under(`Before.\n\n${long}\n\nAfter.`)).toBe(`### Locks\n\nBefore.\n\n${more}`)
    expect(under(`\`\`\`\n${'x\n'.repeat(5000)}\`\`\``)).toBe(`### Locks\n\n${more}`)
    const steps = under(`- step\n  ${sql.replaceAll('\n', '\n  ')}\n`.repeat(500))
    expect(steps.length).toBeLessThan(4_100)
    expect(steps.split('\n').filter((line) => line.includes('```')).length % 2).toBe(0)
    expect(steps.endsWith(more)).toBe(true)
    expect(under('A sentence. '.repeat(1000))).toMatch(/A sentence\.\n\n_The skill says more/)
  })

  it('closes a fence that the skill leaves open', () => {
    const body = '# Locks\n\n```sql\nSELECT 1;\n'
    expect(relevantSections({ name: 'x', body }, ['lock'])).toMatch(/SELECT 1;\n*```$/)
  })

  it('has only whole blocks of the shipped skills, whatever is asked', () => {
    for (const body of shipped) {
      const known = new Set(blocksOf(body).map(({ lines }) => lines.join('\n')))
      for (const word of keywordsOf(body).slice(0, 60)) {
        const quoted = blocksOf(relevantSections({ name: 'x', body }, [word]))
        const strange = quoted
          .filter(({ kind }) => kind !== 'list' && kind !== 'heading')
          .map(({ lines }) => lines.join('\n'))
          .filter((text) => !known.has(text) && !/^(?:_The skill says|It covers: )/.test(text))
        expect(strange).toEqual([])
      }
    }
    expect(shipped.join('')).toContain('```sql')
    expect(shipped.join('')).toContain('| --- |')
  })
})
