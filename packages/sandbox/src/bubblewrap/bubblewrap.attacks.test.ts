import { testAttacks } from '../attacks/test-attacks.ts'
import { openSandbox } from '../open-sandbox.ts'
import { noBubblewrap } from './no-bubblewrap.ts'

testAttacks('bubblewrap', () => openSandbox({ concurrency: 3, poolSize: 2 }), {
  skip: noBubblewrap,
})
