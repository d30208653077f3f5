import { Page } from '../../components/panel.tsx'

export const SettingsView = () => <Page title="Settings">{null}</Page>
