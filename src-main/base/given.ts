type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** The fields that are not undefined. */
export const given = <Fields extends object>(fields: Fields): Given<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields> // the same, less those
