import { readFile } from 'node:fs/promises'
import { validateSkillMd } from '@repertoire/skill-md'
import { readSkillZip, writeSkillZip } from '@repertoire/skill-md/zip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

const text = '---\nname: Weekly report\ndescription: Writes the weekly report.\n---\n# Steps\n'
const zip = writeSkillZip('weekly-report', [
  { path: 'SKILL.md', bytes: new TextEncoder().encode(text), executable: false },
  { path: 'scripts/run.sh', bytes: new TextEncoder().encode('#!/bin/sh\n'), executable: true },
])

describe.skipIf(!chromiumPath)('skills as files, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    person = await newPerson(browser)
    await signIn(person.page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('D11: opens chosen zips in the page, says which it refuses, and imports after the review', async () => {
    const { page } = person
    await page.goto(`${server.url}/skills/import`)
    await page.getByLabel('SKILL.md or zip files').setInputFiles([
      { name: 'weekly.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) },
      { name: 'broken.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') },
    ])
    await page.getByText('1 skill found.').waitFor()
    await page.getByText('1 archive left out').waitFor()
    await page.getByText('weekly.zip/weekly-report').waitFor()
    await page.getByRole('button', { name: 'Import 1 skill' }).click()
    await page.getByText('Done: 1 skill').waitFor()
    expect(await page.getByRole('list', { name: 'Results' }).getByText('Created').count()).toBe(1)
  })

  it('D9: says before the import that a skill of another origin keeps its slug', async () => {
    const { page } = person
    const content = '---\nname: Shared name\ndescription: Theirs.\n---\nTheirs.\n'
    const source_url = 'https://github.com/acme/skills'
    await callApi(server, '/skills', { body: { content, source_type: 'github', source_url } })
    await page.goto(`${server.url}/skills/import`)
    const file = { name: 'SKILL.md', mimeType: 'text/markdown' }
    const buffer = Buffer.from(content.replaceAll('Theirs', 'Ours'))
    await page.getByLabel('SKILL.md or zip files').setInputFiles([{ ...file, buffer }])
    await page.getByText('Same name as another origin’s').waitFor()
    await page.getByRole('button', { name: 'Show what is in Shared name' }).click()
    await page
      .getByText(/from github.com\/acme. Both are kept: this one is "local-shared-name"/)
      .waitFor()
    await page.getByRole('button', { name: 'Import 1 skill' }).click()
    await page.getByText('Done: 1 skill').waitFor()
    const results = page.getByRole('list', { name: 'Results' })
    expect(await results.getByText('Kept beside', { exact: true }).count()).toBe(1)
  })

  it('D11: exports the saved revision for other agents, or as the file it came as', async () => {
    const { page } = person
    await page.goto(`${server.url}/skills`)
    await page
      .getByRole('link', { name: /Weekly report/ })
      .first()
      .click()
    const exported = async (form: string) => {
      await page.getByRole('button', { name: 'Export' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: form }).click(),
      ])
      expect(download.suggestedFilename()).toBe('weekly-report.zip')
      return new Uint8Array(await readFile(await download.path()))
    }
    expect(await exported('As stored')).toEqual(zip)
    const standard = await readSkillZip(await exported('For other agents'))
    expect(standard).toMatchObject({ ok: true, root: 'weekly-report' })
    const skillMd = standard.ok && standard.files.find(({ path }) => path === 'SKILL.md')?.bytes
    const options = { folderName: 'weekly-report' }
    expect(validateSkillMd(skillMd || '', 'spec', options)).toEqual([])
    expect(person.complaints).toEqual([])
  })
})
