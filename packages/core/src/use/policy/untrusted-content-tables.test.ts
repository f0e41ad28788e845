import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { untrustedContentTables } from '../../testing/untrusted-content-tables.ts'

const page = join(import.meta.dirname, '../../../../../docs/security.md')
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

/** The page with this table in place of the one that follows the mark. */
function withTable(text: string, mark: string, table: string): string {
  const begin = `<!-- ${mark} -->\n`
  const [before, after] = text.split(begin)
  if (before === undefined || after === undefined) throw new Error(`${page} has no ${begin}`)
  return `${before}${begin}${table}\n${after.replace(/^(?:\|.*\n)*/, '')}`
}

it('the page on security shows what untrusted content reaches, as the code has it', async () => {
  const { carried, reached } = await untrustedContentTables(sha256)
  const written = readFileSync(page, 'utf8')
  const due = withTable(withTable(written, 'reached', reached), 'carried', carried)
  if (process.env.WRITE_SECURITY_TABLES) writeFileSync(page, due)
  else {
    const howTo =
      'WRITE_SECURITY_TABLES=1 npm test -- untrusted-content-tables writes the tables anew'
    expect(written, howTo).toBe(due)
  }
})
