import { expect, it } from 'vitest'
import { describeBuildError } from './describe-build-error.ts'

it('says in one sentence that the disk is full, whoever noticed it', () => {
  const compiler =
    "error TS5033: Could not write file '/x/dist/a.js': write /x/dist/a.js: no space left on device."
  const copy = Object.assign(new Error('ENOSPC: no space left on device, copyfile'), {
    code: 'ENOSPC',
  })
  for (const error of [new Error(`${compiler}\n${compiler}`), copy]) {
    expect(describeBuildError(error)).toMatch(/^The disk is full: [^\n]+ run it again\.$/)
  }
})

it('prints every other error as it is', () => {
  expect(describeBuildError(new Error('src/a.ts(1,2): error TS2304: Cannot find name'))).toBe(
    'src/a.ts(1,2): error TS2304: Cannot find name',
  )
})
