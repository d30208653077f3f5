// Settings and profile in memory, read once; a change is on disk before it takes effect.
import { isDeepStrictEqual } from 'node:util'
import { Mutex } from 'async-mutex'
import { DEFAULT_SETTINGS, type Settings, SettingsSchema } from '../../src-shared/desk/desk.ts'
import { invalidInput } from '../../src-shared/desk/errors.ts'
import {
  DEFAULT_PROFILE,
  mergeProfile,
  type ServiceProfile,
  type ServiceProfilePatch,
  ServiceProfileSchema,
} from '../../src-shared/service/profile.ts'
import { given } from '../base/given.ts'
import { createListeners } from '../base/listeners.ts'
import type { Store } from '../store/store.ts'

/** A field left undefined stays as it is. */
export type SettingsPatch = { readonly [Field in keyof Settings]?: Settings[Field] | undefined }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Each stored field that still parses, the default for the rest: another release may have written them. */
const readSettings = (stored: unknown, isSendingHeld: unknown): Settings => {
  const fields: Record<string, unknown> = { ...(isRecord(stored) ? stored : {}), isSendingHeld }
  const fitting = Object.entries(SettingsSchema.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(fields[name])
    return parsed.success ? [[name, parsed.data]] : []
  })
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(fitting) }
}

const readProfile = (stored: unknown): ServiceProfile => {
  const parsed = ServiceProfileSchema.safeParse(stored)
  return parsed.success ? parsed.data : DEFAULT_PROFILE
}

/** Parts that fit by themselves may not fit together: two field names may be read from the same place. */
const checkedProfile = (profile: ServiceProfile): ServiceProfile => {
  const parsed = ServiceProfileSchema.safeParse(profile)
  if (parsed.success) return parsed.data
  throw invalidInput('The profile was not changed', parsed.error)
}

export const createSettings = async ({ store }: { readonly store: Store }) => {
  const readBoth = async () => {
    const stored = await store.read('settings.load', {})
    return { settings: readSettings(stored.settings, stored.isSendingHeld), profile: readProfile(stored.profile) }
  }
  let { settings, profile } = await readBoth()
  const listeners = createListeners<'settings' | 'profile'>()
  /** One change at a time, so that none is merged into an older state. */
  const mutex = new Mutex()

  return {
    get: (): Settings => settings,
    set: (patch: SettingsPatch): Promise<Settings> =>
      mutex.runExclusive(async () => {
        const change = given(patch)
        const next = { ...settings, ...change }
        const { isSendingHeld, ...own } = next
        const isOwn = Object.keys(change).some((field) => field !== 'isSendingHeld')
        await store.write('settings.save', {
          ...(isOwn ? { settings: own } : {}),
          ...('isSendingHeld' in change ? { isSendingHeld } : {}),
        })
        settings = next
        listeners.notify('settings')
        return next
      }),
    profile: (): ServiceProfile => profile,
    setProfile: (patch: ServiceProfilePatch): Promise<ServiceProfile> =>
      mutex.runExclusive(async () => {
        const next = checkedProfile(mergeProfile(profile, patch))
        await store.write('settings.save', { profile: next })
        profile = next
        listeners.notify('profile')
        return next
      }),
    /** Takes over what is on disk: another desk may have changed it. */
    refresh: (): Promise<void> =>
      mutex.runExclusive(async () => {
        const before = { settings, profile }
        const now = await readBoth()
        ;({ settings, profile } = now)
        if (!isDeepStrictEqual(before.settings, now.settings)) listeners.notify('settings')
        if (!isDeepStrictEqual(before.profile, now.profile)) listeners.notify('profile')
      }),
    /** Calls the listener after each change of either; returns what removes it. */
    onChange: listeners.add,
  }
}
export type SettingsStore = Awaited<ReturnType<typeof createSettings>>
