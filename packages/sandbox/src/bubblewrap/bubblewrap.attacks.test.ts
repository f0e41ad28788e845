import { describeAttackResistance } from '../attacks/attack-resistance.ts'
import { openSandbox } from '../open-sandbox.ts'
import { noBubblewrap } from './no-bubblewrap.ts'

describeAttackResistance('bubblewrap', () => openSandbox({ concurrency: 3, poolSize: 2 }), {
  skip: noBubblewrap,
})
