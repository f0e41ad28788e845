import { describe, expect, it } from 'vitest'
import { listFolder } from './list-folder.ts'

const files = [
  ['b.md', 3],
  ['a/x', 1],
  ['a/deep/y', 2],
  ['ab', 5],
  ['__proto__/z', 7],
].map(([path, size]) => ({
  path: path as string,
  size: size as number,
  sha256: '',
  skillId: null,
  updatedAt: 0,
}))

describe('listFolder', () => {
  it('lists one level, folders first, with their total sizes', () => {
    expect(listFolder(files, '')).toEqual([
      { name: '__proto__', type: 'folder', size: 7, files: 1 },
      { name: 'a', type: 'folder', size: 3, files: 2 },
      { name: 'ab', type: 'file', size: 5 },
      { name: 'b.md', type: 'file', size: 3 },
    ])
    expect(listFolder(files, 'a')).toEqual([
      { name: 'deep', type: 'folder', size: 2, files: 1 },
      { name: 'x', type: 'file', size: 1 },
    ])
  })

  it('finds no empty folder, and none by a part of its name', () => {
    expect(listFolder([], '')).toEqual([])
    for (const path of ['absent', 'a/x', 'a/de', 'A']) expect(listFolder(files, path)).toBeNull()
  })
})
