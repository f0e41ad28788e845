import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './lock-folder.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repertoire-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a folder is held once, and again after it was released', () => {
  const first = lockFolder(folder)
  expect(first).not.toBeNull()
  expect(lockFolder(folder)).toBeNull()
  first?.release()
  const second = lockFolder(folder)
  expect(second).not.toBeNull()
  second?.release()
})

test('only its own account can hold it', () => {
  lockFolder(folder)?.release()
  expect(statSync(join(folder, 'server.lock')).mode & 0o777).toBe(0o600)
})
