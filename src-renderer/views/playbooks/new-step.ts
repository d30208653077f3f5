import type { Step } from '../../../src-shared/desk/playbooks.ts'

const COMMON = { asksFirst: false, goesOn: false }

/** A step of this kind as the editor adds it. */
export const newStep = (kind: Step['kind']): Step => {
  switch (kind) {
    case 'sync':
      return { ...COMMON, kind, datasets: ['rankings'] }
    case 'history':
      return { ...COMMON, kind, days: 90 }
    case 'suggest':
      return { ...COMMON, kind, description: '' }
    case 'tracked':
      return { ...COMMON, kind, min: 1 }
    case 'findPeople':
      return { ...COMMON, kind, sites: 10 }
    case 'pitches':
      return { ...COMMON, kind, templateId: null }
    case 'permissions':
      return { ...COMMON, kind, presetId: 'no-sending' }
    case 'model':
      return { ...COMMON, kind, modelId: '', isActive: true }
    case 'interval':
      return { ...COMMON, kind, interval: null }
    case 'webhook':
      return { ...COMMON, kind, sendsSample: true }
    case 'person':
      return { ...COMMON, kind, text: '' }
    case 'freshness':
      return { ...COMMON, kind, datasets: ['rankings'], maxAgeHours: 26 }
    case 'credits':
      return { ...COMMON, kind, credits: 25 }
    case 'alertRules':
      return { ...COMMON, kind, rules: [] }
    case 'report':
      return { ...COMMON, kind, templateId: '', days: null }
    default:
      return { ...COMMON, kind }
  }
}

/** What a step lacks before it can be saved; null: nothing. */
export const stepProblem = (step: Step, index: number): string | null => {
  if (step.kind === 'addBrand' && index > 0) return 'A brand can be added in the first step only.'
  if (step.kind === 'model' && step.modelId === '') return 'Choose a model.'
  if (step.kind === 'alertRules' && step.rules.length === 0) return 'Choose at least one rule.'
  if (step.kind === 'report' && step.templateId === '') return 'Choose a template.'
  if (step.kind === 'person' && step.text.trim() === '') return 'Describe the task.'
  if ((step.kind === 'sync' || step.kind === 'freshness') && step.datasets.length === 0) return 'Choose what to read.'
  return null
}
