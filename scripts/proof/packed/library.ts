import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeGuidePrograms } from '../../pack/guide-programs.ts'
import { publishedPackages } from '../../pack/published-packages.ts'
import { readmeExample } from '../../pack/readme-example.ts'
import { root } from '../paths.ts'
import type { Project } from './empty-project.ts'

const strict = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ...{ skipLibCheck: false, noEmit: true, target: 'es2023', types: ['node'] },
}

/** The two ways in which TypeScript finds packages today. */
const resolutions = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
}

/** The examples of the docs and of these packages' READMEs, checked with all declarations and run. */
export async function proveLibrary(
  project: Project,
  report: (promise: string) => void,
): Promise<void> {
  const example = readFileSync(join(root, 'docs/examples/embed.ts'), 'utf8')
  project.write('embed.ts', example)
  const examples = publishedPackages.flatMap(({ folder }) => {
    const found = readmeExample(folder)
    if (!found) return []
    project.write(`readme-${folder}.ts`, found.code)
    return [{ folder, ...found }]
  })
  await checkTypes(project, strict)
  report('all declarations are sound under nodenext and bundler, with skipLibCheck off')
  const printed = await project.run('node', ['embed.ts'])
  assert.match(printed, /<skill name="postgres-triage">\n1\. Look at locks\./)
  report('the example of docs/embedding.md runs')
  for (const { folder, prints } of examples.filter((one) => one.folder !== 'client')) {
    const env = { REPERTOIRE_DATA_DIR: join(project.folder, `data-${folder}`) }
    const output = await project.run('node', [`readme-${folder}.ts`], env)
    const lines = output.trim().split('\n')
    assert.ok(
      prints.every((line, index) => lines[index]?.startsWith(line)),
      `the example of ${folder} printed ${output}`,
    )
  }
  report('the example of every package’s README runs')
}

async function checkTypes(project: Project, options: object, files: object = {}): Promise<void> {
  for (const resolution of Object.values(resolutions)) {
    const compilerOptions = { ...options, ...resolution }
    project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'], ...files }))
    await project.run('npx', ['tsc', '-p', '.'])
  }
}

/** The programs of docs/embedding.md, where only `repertoire` and what they import are installed. */
export async function proveEmbedding(
  project: Project,
  report: (promise: string) => void,
): Promise<void> {
  const programs = writeGuidePrograms(project.folder)
  const types = { ...strict, allowImportingTsExtensions: true, verbatimModuleSyntax: true }
  const withAi = ['ai-sdk.ts', 'model.ts']
  await checkTypes(project, types, { exclude: withAi })
  // The declarations of `ai` themselves are not sound with all of these options.
  await checkTypes(project, { ...types, skipLibCheck: true }, { include: withAi })
  report('the programs of docs/embedding.md have sound types under nodenext and bundler')
  for (const { file, prints } of programs) {
    assert.match(await project.run('node', [file]), prints, file)
  }
  report('the programs of docs/embedding.md run')
}
