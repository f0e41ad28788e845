import { searchTerms } from '@repertoire/core/choose'
import Database from 'better-sqlite3'
import { batches, type SearchEngine } from './search-engine.ts'

/** FTS5 in memory, Porter stems, bm25() with our field weights, any word of the query but our stop words. */
export const sqliteFts: SearchEngine = {
  label: 'SQLite FTS5, stemmed, our weights',
  async build(corpus, deadline) {
    const db = new Database(':memory:')
    db.exec(
      `create virtual table skills using fts5(slug, name, description, tags, body,
         content = '', tokenize = 'porter unicode61')`,
    )
    const insert = db.prepare(
      'insert into skills(rowid, slug, name, description, tags, body) values (?, ?, ?, ?, ?, ?)',
    )
    for (const batch of batches(corpus, deadline)) {
      db.transaction(() => {
        for (const { index, skill } of batch) {
          const { slug, name, description, tags, body } = skill
          insert.run(index + 1, slug, name, description, tags.join(' '), body)
        }
      })()
    }
    db.exec(`insert into skills(skills) values ('optimize')`)
    const select = db
      .prepare(
        `select rowid from skills where skills match ?
         order by bm25(skills, 3, 3, 1, 1, 0.3) limit ?`,
      )
      .pluck()
    return {
      async search(text, limit, options) {
        const all = new Set(text.match(/[\p{L}\p{N}]+/gu) ?? [])
        const words = [...all].filter((word) => searchTerms(word).length > 0)
        const phrases = words.map((word) => `"${word}"`).join(' OR ')
        const match = options?.prefix === true && phrases !== '' ? `${phrases}*` : phrases
        const rows = match === '' ? [] : (select.all(match, limit) as number[])
        return rows.map((row) => row - 1)
      },
      nativeBytes: () =>
        Number(db.pragma('page_count', { simple: true })) *
        Number(db.pragma('page_size', { simple: true })),
    }
  },
}
