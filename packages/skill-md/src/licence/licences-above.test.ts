import { describe, expect, it } from 'vitest'
import { isLicenceAbove, licencesAbove } from './licences-above.ts'

const file = (path: string) => ({ path, bytes: new Uint8Array(), executable: false })
const above = (...paths: string[]) =>
  paths.map((path) => ({
    path,
    text: `Permission is hereby granted to all, by ${path}, to do as they like.`,
  }))
const added = (files: string[], ...paths: string[]) =>
  licencesAbove(files.map(file), above(...paths)).added.map(({ path }) => path)

describe('A11: which licence files above a folder belong to it', () => {
  it('A11: those of the nearest folder, and the nearest notice', () => {
    expect(added(['SKILL.md'], 'skills/LICENSE', 'LICENSE', 'NOTICE')).toEqual([
      'LICENSE',
      'NOTICE',
    ])
    expect(licencesAbove([file('SKILL.md')], above('skills/LICENSE', 'LICENSE')).added).toEqual([
      { ...file('LICENSE'), bytes: new TextEncoder().encode(above('skills/LICENSE')[0]?.text) },
    ])
    expect(added(['SKILL.md'], 'LICENSE-MIT', 'LICENSE-APACHE')).toEqual([
      'LICENSE-MIT',
      'LICENSE-APACHE',
    ])
  })

  it('A11: none where the folder has its own, and no notice alone', () => {
    expect(added(['SKILL.md', 'COPYING'], 'LICENSE')).toEqual([])
    expect(added(['SKILL.md', 'references/LICENSE'], 'LICENSE')).toEqual(['LICENSE'])
    expect(added(['SKILL.md'], 'NOTICE')).toEqual([])
  })

  it('A11: a reference to another file is none', () => {
    const pointer = { path: 'skills/LICENSE', text: '../LICENSE\n' }
    const [licence] = licencesAbove([file('SKILL.md')], [pointer, ...above('LICENSE')]).added
    expect(new TextDecoder().decode(licence?.bytes)).toBe(above('LICENSE')[0]?.text)
  })

  it('A11: nothing that could be another file', () => {
    const clash = licencesAbove([file('SKILL.md'), file('license/a')], above('LICENSE'))
    expect(clash).toEqual({ added: [], leftOut: ['LICENSE'] })
    const twice = licencesAbove([file('SKILL.md')], above('LICENSE', 'license'))
    expect(twice).toMatchObject({ added: [{ path: 'LICENSE' }], leftOut: ['license'] })
    expect(['LICENSE', 'NOTICE.txt', 'COPYING'].filter(isLicenceAbove)).toHaveLength(3)
    expect(['NOTICES-of-others.html', 'notice.py', 'SKILL.md'].filter(isLicenceAbove)).toEqual([])
  })
})
