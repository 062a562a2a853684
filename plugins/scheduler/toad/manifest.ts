import { defineManifest } from '../../../domain/manifest.ts'

export default defineManifest({
  capability: 'scheduler',
  provider: 'toad',
  title: 'timers of this process',
  answers: { toad: 'Scheduler' }
})
