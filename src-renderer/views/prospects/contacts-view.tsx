import { Page } from '../../components/panel.tsx'

export const ContactsView = () => <Page title="Contacts">{null}</Page>
