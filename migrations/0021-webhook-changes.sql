-- A subscription can move to another address and want other events; its secret and its history stay.
grant update (url, description, events) on webhooks to carbon_app;
