/** A git server with one repository of generated skills, in a process of its own. Talks to its parent by messages. */
import { startGitServer, TestRepository } from '@repertoire/sources/testing'

const words =
  'check the first cause then write read query table report file lines until it holds'.split(' ')

const server = await startGitServer()
const repository = new TestRepository(server, 'bench/skills')

process.on('message', (message: { readonly skills: number; readonly edited: number }) => {
  repository.git(['fast-import', '--quiet'], { input: history(message) })
  server.requests.length = 0
  process.send?.({ url: `${server.url}/bench/skills.git`, caFile: server.caFile })
})
process.on('disconnect', () => void server.close().then(() => process.exit(0)))

/** One commit with five files in each skill, 25 kB together; the first `edited` of them have another text. */
function history({ skills, edited }: { readonly skills: number; readonly edited: number }): string {
  const parts = [
    'commit refs/heads/main\ncommitter A <a@example.com> 1767225600 +0000\ndata 1\nx\n',
  ]
  parts.push(edited > 0 ? 'from refs/heads/main^0\n' : '', 'deleteall\n')
  for (let at = 0; at < skills; at += 1) {
    const edition = at < edited ? 'second' : 'first'
    const head = `---\nname: skill-${at}\ndescription: What skill ${at} does.\n---\n${edition}\n`
    const names = ['SKILL.md', 'scripts/run.sh', 'references/a.md', 'references/b.md', 'data.json']
    names.forEach((name, file) => {
      const text = `${file === 0 ? head : ''}${prose(at * 7 + file, 5000)}`
      parts.push(`M 100644 inline skills/skill-${at}/${name}\ndata ${text.length}\n${text}\n`)
    })
  }
  return parts.join('')
}

function prose(seed: number, length: number): string {
  let state = seed + 1
  let text = ''
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    text += `${words[(state >>> 16) % words.length]}${state % 97} `
  }
  return text
}
