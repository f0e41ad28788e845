import { withstandsAttacks } from '../attacks/withstands-attacks.ts'
import { openSandbox } from '../open-sandbox.ts'
import { noBubblewrap } from './no-bubblewrap.ts'

withstandsAttacks('bubblewrap', () => openSandbox({ concurrency: 3, poolSize: 2 }), {
  skip: noBubblewrap,
})
