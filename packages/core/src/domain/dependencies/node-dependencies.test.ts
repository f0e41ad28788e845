import { describe, expect, it } from 'vitest'
import { readNodeDependencies } from './node-dependencies.ts'

const read = (files: Record<string, unknown>) =>
  readNodeDependencies((path) => {
    const found = files[path]
    return found === undefined || typeof found === 'string' ? found : JSON.stringify(found)
  })
const withDependency = (wanted: unknown) => ({ 'package.json': { dependencies: { a: wanted } } })
const locked = (entry: unknown, path = 'node_modules/a') => ({
  'package.json': { dependencies: { a: '1' } },
  'package-lock.json': { lockfileVersion: 3, packages: { '': {}, [path]: entry } },
})
const good = { version: '1.0.0', integrity: 'sha512-AAAA' }
const refusal = (why: string) =>
  expect.objectContaining({
    problem: expect.objectContaining({
      code: 'layer.requirement-refused',
      message: expect.stringContaining(why),
    }),
  })

describe('package.json', () => {
  it('C10: reads packages by name and version, and ignores other fields', () => {
    const manifest = {
      ...{ name: 'mine', type: 'module', scripts: { postinstall: 'id' } },
      dependencies: { 'left-pad': '^1.3.0', '@scope/b': '>=1 <3 || latest', a: '' },
      devDependencies: { evil: 'git+https://evil.example/x' },
    }
    expect(read({ 'package.json': manifest })).toEqual({
      dependencies: { '@scope/b': '>=1 <3 || latest', a: '', 'left-pad': '^1.3.0' },
      optionalDependencies: {},
      locked: null,
    })
  })

  it.each([[{}], [{ type: 'module' }], [{ dependencies: {} }]])(
    'C10: has no dependencies: %j',
    (manifest) => {
      expect(
        read({ 'package.json': manifest, '.npmrc': 'registry=http://evil.example' }),
      ).toBeNull()
      expect(read({})).toBeNull()
    },
  )

  it.each([
    ['git+https://evil.example/x.git', 'repository'],
    ['git://evil.example/x', 'repository'],
    ['someone/repository', 'repository'],
    ['github:someone/repository', 'repository'],
    ['file:../../etc', 'path'],
    ['link:/etc', 'path'],
    ['workspace:*', 'path'],
    ['/etc/passwd', 'path'],
    ['https://evil.example/x.tgz', 'address'],
    ['http://evil.example/x.tgz', 'address'],
    ['npm:evil@1', 'another package'],
    [{ a: 1 }, 'not a version'],
  ])('C10: refuses the version %j', (wanted, why) => {
    expect(() => read(withDependency(wanted))).toThrow(refusal(why))
  })

  it.each(['../x', 'A', '.hidden', '@a', 'a/b', 'x'.repeat(300), '__proto__ '])(
    'C10: refuses the name %j',
    (name) => {
      expect(() => read({ 'package.json': { dependencies: { [name]: '1' } } })).toThrow(
        refusal('not the name of a package'),
      )
    },
  )

  it('C10: refuses overrides, workspaces, bundles and npm settings', () => {
    const dependencies = { a: '1' }
    for (const [field, value] of Object.entries({
      ...{ overrides: { b: '2' }, workspaces: ['x'] },
      ...{ bundleDependencies: ['a'], bundledDependencies: ['a'] },
    }))
      expect(() => read({ 'package.json': { dependencies, [field]: value } })).toThrow(
        refusal(field),
      )
    for (const path of ['.npmrc', 'npm-shrinkwrap.json'])
      expect(() => read({ 'package.json': { dependencies }, [path]: '' })).toThrow(refusal(path))
    expect(() => read({ 'package.json': '{' })).toThrow(refusal('not a JSON object'))
  })

  it('C10: keeps the fields of a lock that npm resolves by, without locations or scripts', () => {
    const entry = {
      ...good,
      resolved: 'https://registry.example/a.tgz',
      hasInstallScript: true,
      scripts: { postinstall: 'id' },
      dependencies: { b: '1' },
      bin: { a: '../../evil' },
    }
    expect(read(locked(entry))?.locked).toEqual({
      'node_modules/a': { ...good, rest: { dependencies: { b: '1' } } },
    })
  })

  it.each([
    ['a link', { ...good, link: true }, undefined, 'a link'],
    ['a repository', { ...good, resolved: 'git+ssh://evil.example/x' }, undefined, 'not from'],
    ['a file', { ...good, resolved: 'file:../x.tgz' }, undefined, 'not from'],
    ['no hash', { version: '1.0.0' }, undefined, 'no hash'],
    ['no exact version', { ...good, version: '^1' }, undefined, 'no exact version'],
    ['another name', { ...good, name: 'evil' }, undefined, 'another package'],
    ['a folder of the skill', good, 'packages/a', 'not the path'],
    ['a way out', good, 'node_modules/../../etc', 'not the path'],
  ])('C10: refuses a lock with %s', (_, entry, path, why) => {
    expect(() => read(locked(entry, path))).toThrow(refusal(why))
  })

  it('C10: refuses an old lock file version', () => {
    const old = { lockfileVersion: 1, dependencies: {} }
    const files = { ...withDependency('1'), 'package-lock.json': old }
    expect(() => read(files)).toThrow(refusal('npm 7 and later'))
  })
})
