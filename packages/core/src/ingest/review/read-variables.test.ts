import { describe, expect, it } from 'vitest'
import { readVariables } from './read-variables.ts'
import { readRequestedPermissions } from './requested-permissions.ts'

const read = (text: string) => readVariables(text, 200)

describe('environment variables that a skill reads', () => {
  it('are those that it reads and never sets', () => {
    expect(read('OUT_DIR=build\nmkdir "$OUT_DIR"\ncurl -H "$API_TOKEN" x')).toEqual(['API_TOKEN'])
  })

  it.each([
    'export NAME_A=1; echo $NAME_A',
    `local NAME_A="$1"\necho \${NAME_A}`,
    'for NAME_A in a b; do echo $NAME_A; done',
    'read -r -p "Name: " NAME_A\necho $NAME_A',
    `declare -a NAME_A=(1 2)\necho \${NAME_A[@]}`,
  ])('a local of a shell is none: %j', (text) => {
    expect(read(text)).toEqual([])
  })

  it('one with a default of its own is read', () => {
    expect(read(`NAME_A="\${NAME_A:-x}"\necho $NAME_A`)).toEqual(['NAME_A'])
    expect(read(`echo "\${NAME_B:-x}"`)).toEqual(['NAME_B'])
  })

  it('Python and JavaScript name them, also where a shell has a local of that name', () => {
    expect(read(`os.environ["CITY_KEY"]\nprocess.env.TOWN_KEY`)).toEqual(['CITY_KEY', 'TOWN_KEY'])
  })

  it('a local of one script does not hide what another one reads', () => {
    const file = (path: string, text: string) => ({
      ...{ path, bytes: new TextEncoder().encode(text), executable: false },
    })
    const files = [file('a.sh', 'API_KEY=1\necho $API_KEY'), file('b.sh', 'echo $API_KEY')]
    expect(readRequestedPermissions({}, files).env).toEqual(['API_KEY'])
  })
})
