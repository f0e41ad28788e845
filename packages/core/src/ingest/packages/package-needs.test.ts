import { describe, expect, it } from 'vitest'
import { packageNeedsDiagnostics } from './package-needs.ts'

const filesOf = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, text]) => ({
    ...{ path, bytes: new TextEncoder().encode(text), executable: false },
  }))

describe('what an upload says of packages', () => {
  it('C10: names the packages that its scripts need, before anything is installed', () => {
    const files = filesOf({
      'requirements.txt': 'pandas>=2\n',
      'package.json': '{"dependencies":{"zod":"^4"}}',
    })
    expect(packageNeedsDiagnostics(files)).toMatchObject([
      {
        code: 'skill.needs-packages',
        severity: 'info',
        message: expect.stringContaining('pandas>=2, zod@^4'),
      },
    ])
  })

  it('C10: warns of a requirement that is never installed', () => {
    const files = filesOf({ 'requirements.txt': 'six\n-r /etc/passwd\n' })
    expect(packageNeedsDiagnostics(files)).toMatchObject([
      {
        code: 'skill.requirement-refused',
        severity: 'warning',
        message: expect.stringContaining('line 2'),
      },
    ])
  })

  it('C10: says nothing of a skill without requirements', () => {
    expect(
      packageNeedsDiagnostics(filesOf({ 'run.py': 'print(1)', 'sub/requirements.txt': 'x' })),
    ).toEqual([])
  })

  it('stays short, however many packages there are', () => {
    const many = Array.from({ length: 200 }, (_, at) => `package${at}==1.0`).join('\n')
    const [found] = packageNeedsDiagnostics(filesOf({ 'requirements.txt': many }))
    expect(found?.message).toContain('and 190 more')
  })
})
