import { describe, expect, it } from 'vitest'
import { findScript } from './find-script.ts'

const manifest = [
  'SKILL.md',
  'analyze.py',
  'scripts/a.py',
  'scripts/x/run.sh',
  'scripts/y/run.sh',
  'assets/logo.py',
].map((path) => ({ path, sha256: '', size: 1, executable: false }))
const find = (name: string) => findScript(manifest, { slug: 's', name })

describe('C4: only a script of the skill’s own package', () => {
  it('by its exact path, or by its name below scripts/', () => {
    expect(find('analyze.py')).toMatchObject({ path: 'analyze.py' })
    expect(find('scripts/a.py')).toMatchObject({ path: 'scripts/a.py' })
    expect(find('a.py')).toMatchObject({ path: 'scripts/a.py' })
  })

  it('refuses an ambiguous name with its candidates', () => {
    expect(find('run.sh')).toMatchObject({
      code: 'script.ambiguous',
      details: { candidates: ['scripts/x/run.sh', 'scripts/y/run.sh'] },
    })
  })

  it.each([
    'logo.py',
    '../analyze.py',
    './analyze.py',
    '/skill/analyze.py',
    'scripts//a.py',
    'analyze.py\0',
    '',
    'ANALYZE.py',
  ])('refuses paths outside of it: %j', (name) => {
    expect(find(name)).toMatchObject({ code: 'script.not-found' })
  })
})
