import { expect, it } from 'vitest'
import { publishedPackages, readManifest } from './published-packages.ts'

it('each export names the built files of its source, also after the source was renamed', () => {
  for (const published of publishedPackages) {
    for (const [path, one] of Object.entries(readManifest(published).exports ?? {})) {
      const built = one['repertoire-source'].replace('./src/', './dist/').replace(/\.ts$/, '')
      expect([one.types, one.default], `${published.folder} ${path}`).toEqual([
        ...[`${built}.d.ts`, `${built}.js`],
      ])
    }
  }
})
